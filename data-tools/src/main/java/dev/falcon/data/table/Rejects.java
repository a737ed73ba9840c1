package dev.falcon.data.table;

import dev.falcon.data.Reject;
import dev.falcon.data.table.schema.ColumnType;
import dev.falcon.data.table.schema.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The table of rejected rows, written as {@code rejects.parquet} beside what a run made. */
public final class Rejects {
  /** The name of the table's file. */
  public static final String FILE_NAME = "rejects.parquet";

  /** The version of the table's columns, kept in its metadata. */
  public static final int VERSION = 1;

  private static final int SOURCE = 0;
  private static final int KEY = 1;
  private static final int REASON = 2;
  private static final TableSchema SCHEMA =
      TableSchema.of(
          TableSchema.required("source", ColumnType.UTF8),
          TableSchema.required("key", ColumnType.UTF8),
          TableSchema.required("reason", ColumnType.UTF8));

  private Rejects() {}

  /** Writes the rows, in their order, to the file. */
  public static void write(Path file, Iterable<Reject> rejects) {
    Map<String, String> metadata = Map.of("falcon.rejects.version", Integer.toString(VERSION));
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

  /** Reads a table that {@link #write} has written. */
  public static List<Reject> read(Path file) {
    List<Reject> rejects = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int source = table.column(ColumnType.UTF8, "source");
      int key = table.column(ColumnType.UTF8, "key");
      int reason = table.column(ColumnType.UTF8, "reason");
      while (table.next()) {
        rejects.add(
            new Reject(table.getString(source), table.getString(key), table.getString(reason)));
      }
    }
    return rejects;
  }
}
