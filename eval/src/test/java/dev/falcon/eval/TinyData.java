// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval;

import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.sample.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Writes datasets in the evaluation layout whose "pictures" are texts. */
final class TinyData {
  private TinyData() {}

  /** A folder with class names, one template, and the given shards. */
  @SafeVarargs
  static Path write(Path folder, List<String> classNames, List<Sample>... shards) {
    try {
      Files.createDirectories(folder.resolve("test"));
      Files.write(folder.resolve("classnames.txt"), classNames);
      Files.writeString(
          folder.resolve("zeroshot_classification_templates.txt"), "a photo of a {c}.\n");
      Files.writeString(folder.resolve("test/nshards.txt"), shards.length + "\n");
      for (int i = 0; i < shards.length; i++) {
        try (WebDatasetWriter writer = new WebDatasetWriter(folder.resolve("test/" + i + ".tar"))) {
          shards[i].forEach(writer::write);
          writer.commit();
        }
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Sample labelled(String key, String picture, Integer label, long... metadata) {
    Map<String, byte[]> members = metadata.length == 0 ? Map.of() : Map.of("npy", npy(metadata));
    byte[] image = picture == null ? null : picture.getBytes(StandardCharsets.UTF_8);
    return new Sample(
        key,
        Optional.ofNullable(image),
        List.of(),
        Optional.empty(),
        label == null ? OptionalInt.empty() : OptionalInt.of(label),
        new TreeMap<>(),
        members);
  }

  static Sample captioned(String key, String picture, String... captions) {
    return Sample.of(key, picture.getBytes(StandardCharsets.UTF_8), List.of(captions));
  }

  static byte[] npy(long... values) {
    String header = "{'descr': '<i8', 'fortran_order': False, 'shape': (" + values.length + ",), }";
    header += " ".repeat(63 - (10 + header.length()) % 64) + "\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) header.length());
    bytes.put(header.getBytes(StandardCharsets.US_ASCII));
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }
}
