// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import dev.falcon.data.FalconException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.table.internal.ArrowRowSink;
import dev.falcon.data.table.internal.CsvRowSink;
import dev.falcon.data.table.internal.JsonlRowSink;
import dev.falcon.data.table.internal.ParquetRowSink;
import dev.falcon.data.table.internal.Row;
import dev.falcon.data.table.internal.RowSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Writes a table row by row: set the columns by position, then end the row. A nullable column that
 * was not set is null. {@link #commit()} makes the file visible atomically; the same rows and
 * metadata give the same bytes.
 *
 * <pre>{@code
 * try (TableWriter table = TableWriter.create(file, TableFormat.PARQUET, SCHEMA, metadata)) {
 *   table.setLong(INDEX, 17).setString(KEY, "000017").endRow();
 *   table.commit();
 * }
 * }</pre>
 *
 * <p>At most one batch or row group of rows is held in memory. Not thread-safe. Setting a column to
 * a value of another type, or ending a row without a value in a required column, is a bug of the
 * caller and throws an unchecked exception.
 */
public final class TableWriter implements AutoCloseable {
  private final Path target; // null if rows are not kept, and so is the file
  private final AtomicFile file;
  private final Row row;
  private final RowSink sink;
  private long rows;
  private boolean finished;

  private TableWriter(Path target, AtomicFile file, TableSchema schema, RowSink sink) {
    this.target = target;
    this.file = file;
    this.row = new Row(schema);
    this.sink = sink;
  }

  /**
   * Starts a table.
   *
   * @param metadata key-value metadata of the table, such as its provenance; stored in Parquet and
   *     Arrow files, and dropped in JSONL and CSV files, which have no place for it
   */
  public static TableWriter create(
      Path target, TableFormat format, TableSchema schema, Map<String, String> metadata) {
    return create(target, format, schema, metadata, ParquetRowSink.USUAL_ROW_GROUP);
  }

  /**
   * Starts a Parquet table with row groups of another size.
   *
   * @param rowGroup the approximate number of bytes of rows that a writer or reader holds in memory
   */
  public static TableWriter createParquet(
      Path target, TableSchema schema, Map<String, String> metadata, long rowGroup) {
    return create(target, TableFormat.PARQUET, schema, metadata, rowGroup);
  }

  /**
   * Creates a writer that passes each row to a consumer and keeps none.
   *
   * @param rows receives each row; the row object is reused
   */
  public static TableWriter into(TableSchema schema, Consumer<Row> rows) {
    RowSink sink =
        new RowSink() {
          @Override
          public void write(Row row) {
            rows.accept(row);
          }

          @Override
          public void abandon() {}

          @Override
          public void close() {}
        };
    return new TableWriter(null, null, schema, sink);
  }

  private static TableWriter create(
      Path target,
      TableFormat format,
      TableSchema schema,
      Map<String, String> metadata,
      long rowGroup) {
    AtomicFile file = AtomicFile.create(target);
    try {
      RowSink sink =
          switch (format) {
            case PARQUET -> new ParquetRowSink(file.path(), schema, metadata, rowGroup);
            case ARROW -> new ArrowRowSink(file.path(), schema, metadata);
            case JSONL -> new JsonlRowSink(file.path(), schema);
            case CSV -> new CsvRowSink(file.path(), schema);
          };
      return new TableWriter(target, file, schema, sink);
    } catch (IOException | UncheckedIOException e) {
      file.close();
      throw unwritable(target, e);
    }
  }

  public TableWriter setInt(int column, int value) {
    row.setInt(column, value);
    return this;
  }

  public TableWriter setLong(int column, long value) {
    row.setLong(column, value);
    return this;
  }

  public TableWriter setFloat(int column, float value) {
    row.setFloat(column, value);
    return this;
  }

  public TableWriter setDouble(int column, double value) {
    row.setDouble(column, value);
    return this;
  }

  public TableWriter setBoolean(int column, boolean value) {
    row.setBoolean(column, value);
    return this;
  }

  /** Sets a string; null stands for a missing value. */
  public TableWriter setString(int column, String value) {
    row.setObject(column, ColumnType.UTF8, value);
    return this;
  }

  /** Sets a string, if there is one. */
  public TableWriter setString(int column, Optional<String> value) {
    value.ifPresent(text -> setString(column, text));
    return this;
  }

  /** Sets bytes, which are not copied before the row ends; null stands for a missing value. */
  public TableWriter setBytes(int column, byte[] value) {
    row.setObject(column, ColumnType.BINARY, value);
    return this;
  }

  /** Sets a list of strings without nulls; null stands for no list. */
  public TableWriter setStrings(int column, List<String> value) {
    row.setObject(column, ColumnType.UTF8_LIST, value);
    return this;
  }

  /** Sets a list of floats without nulls; null stands for no list. */
  public TableWriter setFloats(int column, List<Float> value) {
    row.setObject(column, ColumnType.FLOAT32_LIST, value);
    return this;
  }

  /** Appends the row and starts the next. */
  public void endRow() {
    row.requireComplete();
    try {
      sink.write(row);
    } catch (IOException | UncheckedIOException e) {
      throw unwritable(target, e);
    }
    row.clear();
    rows++;
  }

  /** Returns the number of finished rows. */
  public long rows() {
    return rows;
  }

  /** Finishes the table and moves it into place. */
  public void commit() {
    finish();
    file.commit();
  }

  /**
   * Finishes the table and digests it; {@link #commit()} then moves it into place.
   *
   * @return the SHA-256 of the file, as 64 hexadecimal digits
   */
  public String digest() {
    finish();
    return Sha256.of(file.path());
  }

  private void finish() {
    if (finished) {
      return;
    }
    try {
      finished = true;
      sink.close();
    } catch (IOException | UncheckedIOException e) {
      throw unwritable(target, e);
    }
  }

  @Override
  public void close() {
    try (file) {
      if (!finished) {
        finished = true;
        sink.abandon();
      }
    } catch (IOException | UncheckedIOException e) {
      throw unwritable(target, e);
    }
  }

  private static FalconException unwritable(Path target, Exception cause) {
    return new FalconException(target + ": cannot be written: " + cause.getMessage(), cause);
  }
}
