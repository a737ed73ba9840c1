// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.file.AtomicFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The usable rows and the rejected samples of a shard, in the shard's order. A long task resumes at
 * the next shard.
 *
 * <p>On disk, all numbers big-endian: the format's number (int32), the rejects (int32 count; three
 * strings each), the rows' vectors as {@link VectorFile} writes them, then for each row key, image
 * id and image hash, a flag and the label (int32), the metadata (int32 count or -1; int64 each),
 * the captions and their ids (int32 count each), and the name of the image's file. A string is its
 * length in bytes (int32) and its UTF-8.
 */
public record ShardRows(List<ShardRow> rows, List<Reject> rejects) {
  static final int FORMAT = 3;

  public ShardRows {
    rows = List.copyOf(rows);
    rejects = List.copyOf(rejects);
  }

  /** Writes the rows atomically. */
  public void write(Path file) {
    try (AtomicFile output = AtomicFile.create(file)) {
      try (DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(output.path())))) {
        out.writeInt(FORMAT);
        out.writeInt(rejects.size());
        for (Reject reject : rejects) {
          writeString(out, reject.source());
          writeString(out, reject.key());
          writeString(out, reject.reason());
        }
        VectorFile.write(out, rows.stream().map(ShardRow::vector).toArray(float[][]::new));
        for (ShardRow row : rows) {
          writeRow(out, row);
        }
      }
      output.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  /** Reads a file written by {@link #write}. */
  public static ShardRows read(Path file) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != FORMAT) {
        throw VectorFile.broken(file);
      }
      List<Reject> rejects = new ArrayList<>();
      int rejected = in.readInt();
      for (int i = 0; i < rejected; i++) {
        rejects.add(new Reject(readString(in), readString(in), readString(in)));
      }
      List<ShardRow> rows = new ArrayList<>();
      for (float[] vector : VectorFile.read(in, Files.size(file))) {
        rows.add(readRow(in, vector, Files.size(file)));
      }
      return new ShardRows(rows, rejects);
    } catch (IOException e) {
      throw VectorFile.broken(file, e);
    }
  }

  private static void writeRow(DataOutputStream out, ShardRow row) throws IOException {
    writeString(out, row.key());
    writeString(out, row.imageId());
    writeString(out, row.imageHash());
    out.writeBoolean(row.label().isPresent());
    out.writeInt(row.label().orElse(0));
    out.writeInt(row.metadata().map(numbers -> numbers.length).orElse(-1));
    for (long value : row.metadata().orElseGet(() -> new long[0])) {
      out.writeLong(value);
    }
    writeStrings(out, row.captions());
    writeStrings(out, row.captionIds());
    writeString(out, row.fileName());
  }

  private static ShardRow readRow(DataInputStream in, float[] vector, long bytes)
      throws IOException {
    String key = readString(in);
    String imageId = readString(in);
    String imageHash = readString(in);
    boolean hasLabel = in.readBoolean();
    int label = in.readInt();
    int columns = in.readInt();
    if (columns > bytes / Long.BYTES) {
      throw new IOException(columns + " numbers are not in it");
    }
    long[] metadata = new long[Math.max(0, columns)];
    for (int i = 0; i < columns; i++) {
      metadata[i] = in.readLong();
    }
    return new ShardRow(
        key,
        imageId,
        imageHash,
        hasLabel ? OptionalInt.of(label) : OptionalInt.empty(),
        columns < 0 ? Optional.empty() : Optional.of(metadata),
        readStrings(in),
        readStrings(in),
        readString(in),
        vector);
  }

  private static void writeStrings(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      writeString(out, text);
    }
  }

  private static List<String> readStrings(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      texts.add(readString(in));
    }
    return texts;
  }

  private static void writeString(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readString(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(Math.max(0, length));
    if (bytes.length != length) {
      throw new IOException("a text of " + length + " bytes is not in it");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
