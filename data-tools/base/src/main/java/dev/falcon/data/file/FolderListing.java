// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder of many files as one input, such as the pictures that a table names. */
public final class FolderListing {
  private FolderListing() {}

  /**
   * Digests the names and lengths of all files below a folder, but not their contents. Each file's
   * attributes are read. Links to folders are not followed.
   *
   * <p>Memory: the names of the files.
   *
   * @return an input with the folder's name, the sum of the lengths and the digest
   * @throws FalconException if the folder cannot be listed
   */
  public static Provenance.Input input(Path folder) {
    MessageDigest digest = Sha256.digest();
    long total = 0;
    for (Map.Entry<String, Long> file : sizes(folder).entrySet()) {
      String line = file.getKey() + '\t' + file.getValue() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
      total += file.getValue();
    }
    Path name = folder.toAbsolutePath().normalize().getFileName();
    return new Provenance.Input(name == null ? "/" : name.toString(), total, Sha256.hex(digest));
  }

  private static Map<String, Long> sizes(Path folder) {
    Map<String, Long> sizes = new TreeMap<>();
    try {
      Path root = folder.toRealPath();
      try (Stream<Path> all = Files.walk(root)) {
        for (Path file : (Iterable<Path>) all::iterator) {
          if (!Folders.isFolder(file)) {
            sizes.put(root.relativize(file).toString().replace('\\', '/'), size(file));
          }
        }
      }
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be listed: " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new FalconException(
          folder + ": cannot be listed: " + e.getCause().getMessage(), e.getCause());
    }
    return sizes;
  }

  /** Returns the length of a file in bytes; 0 for a link to a missing file. */
  private static long size(Path file) throws IOException {
    try {
      return Files.size(file);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
