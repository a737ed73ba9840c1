// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Small pictures of every format and mode, and what Pillow makes of them. */
final class Golden {
  /** One line of golden.tsv: a file decoded (filter "-") or decoded and resized. */
  record Row(
      String file, String mode, int width, int height, String filter, String sha, String rgbSha) {}

  private Golden() {}

  static List<Row> rows() {
    try {
      return Files.readAllLines(path("golden.tsv")).stream()
          .skip(1)
          .map(line -> line.split("\t", -1))
          .map(Golden::row)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String[] fields) {
    return new Row(
        fields[0],
        fields[1],
        Integer.parseInt(fields[2]),
        Integer.parseInt(fields[3]),
        fields[4],
        fields[5],
        fields[6]);
  }

  static byte[] file(String name) {
    try {
      return Files.readAllBytes(path(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path path(String name) {
    URL url = Golden.class.getResource("golden/" + name);
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
