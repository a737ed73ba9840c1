// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.data.Reject;
import dev.falcon.data.table.Rejects;
import dev.falcon.eval.internal.vectors.ShardRow;
import dev.falcon.eval.internal.vectors.ShardRows;
import dev.falcon.eval.internal.vectors.VectorFile;
import dev.falcon.mining.internal.space.MinedSpace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Seeds of Falcon's own binary files, and zips. */
final class MadeSeeds {
  private MadeSeeds() {}

  /** Zips of images, packed and plain, below one folder and not. */
  static List<byte[]> zips(Seeds factory) throws IOException {
    return List.of(zip(false, ""), zip(true, ""), zip(true, "top/"));
  }

  private static byte[] zip(boolean stored, String top) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String name : List.of("a.png", "b/c.jpg", "e.png", "dir/")) {
        byte[] content = new byte[name.endsWith("/") ? 0 : 40];
        ZipEntry entry = new ZipEntry(top + name);
        if (stored) {
          CRC32 sum = new CRC32();
          sum.update(content);
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(content.length);
          entry.setCrc(sum.getValue());
        }
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  /** A list of rejected rows. */
  static List<byte[]> rejects(Seeds factory) throws IOException {
    Path file = factory.folder().resolve("rejects.parquet");
    Rejects.write(file, List.of(new Reject("a.tar", "k", "why"), new Reject("b", "", "\u00fc")));
    return List.of(Files.readAllBytes(file));
  }

  /** Class vectors. */
  static List<byte[]> vectors(Seeds factory) throws IOException {
    Path file = factory.folder().resolve("vectors.f32");
    VectorFile.write(file, new float[][] {{1, 2, 3}, {4, 5, 6}});
    return List.of(Files.readAllBytes(file));
  }

  /** A shard's rows. */
  static List<byte[]> shardRows(Seeds factory) throws IOException {
    Path file = factory.folder().resolve("rows.bin");
    ShardRow one =
        new ShardRow(
            "k",
            "i",
            "h",
            OptionalInt.of(3),
            Optional.of(new long[] {1, 2}),
            List.of("a", "b"),
            List.of("1", "2"),
            "k.png",
            new float[] {1, 2});
    ShardRow other =
        new ShardRow(
            "l",
            "j",
            "g",
            OptionalInt.empty(),
            Optional.empty(),
            List.of(),
            List.of(),
            "",
            new float[] {3, 4});
    new ShardRows(List.of(one, other), List.of(new Reject("a", "b", "c"))).write(file);
    return List.of(Files.readAllBytes(file));
  }

  /** A mined space of two batches. */
  static List<byte[]> minedSpaces(Seeds factory) throws IOException {
    Path file = factory.folder().resolve("space.bin");
    float[] numbers = {0, 0.25f, 0.5f, Float.NaN};
    new MinedSpace(
            new int[] {2, 2},
            new long[] {0, 1, 2, 3},
            new long[] {-1, 0, -1, 2},
            numbers,
            new int[] {-1, 3, -1, 4},
            new int[] {0, 3, 0, 2},
            numbers,
            numbers,
            numbers,
            Map.of("caption", 2L))
        .write(file);
    return List.of(Files.readAllBytes(file));
  }

  /** A score of each pair of {@link World}'s dataset. */
  static List<byte[]> scores(Seeds factory) {
    StringBuilder table = new StringBuilder("image_key,text_key,score\n");
    for (int image = 0; image < 48; image++) {
      for (int text = 0; text < 48; text++) {
        table.append(
            String.format(
                Locale.ROOT, "train-%07d,train-%07d,0.%d\n", image, text, (7 * image + text) % 10));
      }
    }
    return List.of(table.toString().getBytes(StandardCharsets.UTF_8));
  }
}
