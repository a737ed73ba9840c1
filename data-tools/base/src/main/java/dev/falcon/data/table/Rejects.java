// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The table of rejected rows, written as {@code rejects.parquet} beside a run's outputs. Its
 * metadata hold a digest of the rows, which is verified whenever the table is read.
 */
public final class Rejects {
  /** The name of the table's file. */
  public static final String FILE_NAME = "rejects.parquet";

  /** The version of the table's columns, kept in its metadata. */
  public static final int VERSION = 1;

  private static final String VERSION_KEY = "falcon.rejects.version";
  private static final String DIGEST_KEY = "falcon.rejects.sha256";
  private static final int SOURCE = 0;
  private static final int KEY = 1;
  private static final int REASON = 2;
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("source", ColumnType.UTF8),
          TableSchema.required("key", ColumnType.UTF8),
          TableSchema.required("reason", ColumnType.UTF8));

  private Rejects() {}

  /** Returns whether a file is a table of rejects, and not another file of the same name. */
  public static boolean isTable(Path file) {
    if (!Folders.isFile(file)) {
      return false;
    }
    try (TableReader table = TableReader.open(file)) {
      return table.metadata().containsKey(VERSION_KEY);
    } catch (FalconException e) {
      return false; // not Parquet, so not written by a run
    }
  }

  /** Writes the list of a run's rejects, or removes that of an earlier run if there are none. */
  public static void list(Path file, List<Reject> rejects) {
    if (!rejects.isEmpty()) {
      write(file, rejects);
    } else if (isTable(file)) {
      Folders.remove(file);
    }
  }

  /**
   * Writes the rows, in order, to the file.
   *
   * @param rejects the rows; iterated over twice
   */
  public static void write(Path file, Iterable<Reject> rejects) {
    MessageDigest digest = Sha256.digest();
    rejects.forEach(reject -> update(digest, reject));
    Map<String, String> metadata =
        Map.of(VERSION_KEY, Integer.toString(VERSION), DIGEST_KEY, Sha256.hex(digest));
    try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
      for (Reject reject : rejects) {
        table
            .setString(SOURCE, reject.source())
            .setString(KEY, reject.key())
            .setString(REASON, reject.reason())
            .endRow();
      }
      table.commit();
    }
  }

  private static void update(MessageDigest digest, Reject reject) {
    for (String text : List.of(reject.source(), reject.key(), reject.reason())) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
      digest.update(bytes);
    }
  }

  /**
   * Reads a table written by {@link #write}.
   *
   * @throws FalconException if the rows are not those that were written. Tables of earlier releases
   *     have no digest and are read without this check
   */
  public static List<Reject> read(Path file) {
    List<Reject> rejects = new ArrayList<>();
    MessageDigest digest = Sha256.digest();
    try (TableReader table = TableReader.open(file)) {
      int source = table.column(ColumnType.UTF8, "source");
      int key = table.column(ColumnType.UTF8, "key");
      int reason = table.column(ColumnType.UTF8, "reason");
      while (table.next()) {
        Reject reject =
            new Reject(table.getString(source), table.getString(key), table.getString(reason));
        rejects.add(reject);
        update(digest, reject);
      }
      String found = Sha256.hex(digest);
      if (!table.metadata().getOrDefault(DIGEST_KEY, found).equals(found)) {
        throw new FalconException(
            file
                + ": is not as it was written; restore it, or run the command that wrote it again");
      }
    }
    return rejects;
  }
}
