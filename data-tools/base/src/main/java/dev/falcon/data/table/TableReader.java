// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.DataFolders;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.internal.ArrowRowSource;
import dev.falcon.data.table.internal.Content;
import dev.falcon.data.table.internal.CsvRowSource;
import dev.falcon.data.table.internal.FloatList;
import dev.falcon.data.table.internal.JsonlRowSource;
import dev.falcon.data.table.internal.ParquetRowSource;
import dev.falcon.data.table.internal.PartsRowSource;
import dev.falcon.data.table.internal.Row;
import dev.falcon.data.table.internal.RowSource;
import dev.falcon.data.table.internal.UnfitColumnException;
import dev.falcon.data.table.internal.UnfitValueException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Reads a table row by row. Columns are selected by name before the first row is read; only these
 * are decoded.
 *
 * <pre>{@code
 * try (TableReader table = TableReader.open(file)) {
 *   int key = table.column(ColumnType.UTF8, "key", "__key__");
 *   OptionalInt caption = table.findColumn(ColumnType.UTF8, "caption");
 *   while (table.next()) {
 *     use(table.getString(key));
 *   }
 * }
 * }</pre>
 *
 * <p>A column is read by what it means, whatever type its writer chose: whole numbers and floats of
 * any width as numbers, 1 and 0 as truths, whole numbers, UUIDs and dates as their text. For a
 * truncated or damaged file, or a column that is missing or of an unsuitable type, a {@link
 * FalconException} that names the file is thrown. Not thread-safe.
 */
public final class TableReader implements AutoCloseable {
  private static final String MANIFEST = "plan.json";
  private static final Pattern PART = Pattern.compile(".*\\.parquet");

  private final Path file;
  private final RowSource source;
  private final List<TableSchema.Column> selected = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private Row row;
  private long rowsRead;

  private TableReader(Path file, RowSource source) {
    this.file = file;
    this.source = source;
  }

  /**
   * Opens a table in the format that the file's extension names, which may also be {@code tsv} or
   * {@code json}, and be followed by {@code gz} where the format is text; or opens a folder of
   * parts, listed in its {@value #MANIFEST}, written by {@code save_to_disk} of datasets, or
   * Parquet files alone, as one table.
   */
  public static TableReader open(Path file) {
    return Folders.isFolder(file) ? parts(file) : open(file, TableFormat.ofTable(file));
  }

  private static TableReader parts(Path folder) {
    List<Path> saved = DataFolders.savedFiles(folder);
    if (!saved.isEmpty()) {
      return parts(folder, saved, -1);
    }
    Path manifest = folder.resolve(MANIFEST);
    if (!Folders.exists(manifest)) {
      List<Path> written = partFiles(folder);
      if (!written.isEmpty()) {
        return parts(folder, written, -1);
      }
      throw new FalconException(
          folder
              + ": is no table: it has no "
              + MANIFEST
              + ", which falcon merge writes when all parts are there, and does not hold Parquet files"
              + " alone");
    }
    List<Path> files = new ArrayList<>();
    long rows = 0;
    for (JsonNode part : Json.readTree(manifest).path("parts")) {
      files.add(folder.resolve(part.path("file").asText()));
      rows += part.path("rows").asLong();
    }
    if (files.isEmpty()) {
      throw new FalconException(manifest + ": lists no parts");
    }
    return parts(folder, files, rows);
  }

  /**
   * Returns the files of a folder that holds Parquet files and nothing else, as Spark, pyarrow and
   * the Hugging Face hub have tables; names that begin with a dot or an underscore are skipped.
   * None for others.
   *
   * @throws RequestException if the files belong to several splits
   */
  private static List<Path> partFiles(Path folder) {
    List<Path> files =
        Folders.list(folder).stream()
            .filter(file -> !file.getFileName().toString().matches("[._].*"))
            .toList();
    if (!files.stream().allMatch(file -> PART.matcher(file.getFileName().toString()).matches())) {
      return List.of();
    }
    DataFolders.requireOneSplit(folder, files);
    return files;
  }

  private static TableReader parts(Path folder, List<Path> files, long rows) {
    try {
      return new TableReader(
          folder, new PartsRowSource(files, rows, file -> source(file, TableFormat.ofTable(file))));
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Opens a table of the given format. */
  public static TableReader open(Path file, TableFormat format) {
    try {
      return new TableReader(file, source(file, format));
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Opens a table like one of CSV whose fields are separated by tabs. */
  static TableReader openTabSeparated(Path file) throws IOException {
    return new TableReader(file, new CsvRowSource(file, '\t'));
  }

  private static RowSource source(Path file, TableFormat format) throws IOException {
    return switch (format) {
      case PARQUET -> ParquetRowSource.open(file);
      case ARROW -> ArrowRowSource.open(file);
      case JSONL -> new JsonlRowSource(file);
      case CSV -> new CsvRowSource(file);
    };
  }

  /** Returns the names of the file's columns; for JSONL, those of the first row. */
  public List<String> columns() {
    return source.columns();
  }

  /** Returns the file's key-value metadata; empty for JSONL and CSV. */
  public Map<String, String> metadata() {
    return source.metadata();
  }

  /** Returns the number of rows; -1 for JSONL and CSV, where it is unknown before reading. */
  public long rows() {
    return source.rows();
  }

  /**
   * Selects a column.
   *
   * @param type the type to read it as
   * @param names the column's name and alternative names; the first that the file has is used
   * @return the column's position for the getters
   */
  public int column(ColumnType type, String... names) {
    return findColumn(type, names)
        .orElseThrow(
            () ->
                new FalconException(
                    lacks(file.toString(), String.join("' or '", names), source.columns())));
  }

  /**
   * Returns the message that a table lacks a column.
   *
   * @param columns the names of those that it has
   */
  public static String lacks(String file, String column, Collection<String> columns) {
    String others =
        columns.isEmpty() ? "it has none" : "its columns are " + String.join(", ", columns);
    return file + ": has no column '" + column + "'; " + others;
  }

  /**
   * Selects a column that the file may lack, or a field of {@link #fields}; one that is selected as
   * this type keeps its place.
   */
  public OptionalInt findColumn(ColumnType type, String... names) {
    if (row != null) {
      throw new IllegalStateException("columns are asked for before the first row");
    }
    for (String name : names) {
      int known = this.names.indexOf(name);
      if (known >= 0 && selected.get(known).type() == type) {
        return OptionalInt.of(known);
      }
      if (source.columns().contains(name) || isField(name)) {
        try {
          source.select(name, type, selected.size());
        } catch (UnfitColumnException e) {
          throw new FalconException(file + ": column '" + name + "' " + e.getMessage(), e);
        }
        selected.add(new TableSchema.Column("c" + selected.size(), type, true));
        this.names.add(name);
        return OptionalInt.of(selected.size() - 1);
      }
    }
    return OptionalInt.empty();
  }

  private boolean isField(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0
        && source.columns().contains(name.substring(0, dot))
        && source.fields(name.substring(0, dot)).contains(name);
  }

  /**
   * Returns the single values in a column of records of a Parquet or Arrow file, each as {@code
   * column.field}, which is selected as a column is; empty for other columns.
   */
  public List<String> fields(String column) {
    return source.fields(column);
  }

  /** Returns the type as which a column of the file is read without loss. */
  public ColumnType naturalType(String column) {
    return source.naturalType(column);
  }

  /** Returns whether a column holds bytes, or records, such as of bytes and a path. */
  public boolean holdsFiles(String column) {
    Content held = source.content(column);
    return held instanceof Content.Bytes
        || held instanceof Content.Records
        || held.equals(Content.RECORDS);
  }

  /** Returns whether a column holds records, or lists of records or of lists. */
  public boolean holdsRecords(String column) {
    Content held = source.content(column);
    return held instanceof Content.Records
        || held.equals(Content.RECORDS)
        || held.equals(Content.NESTED)
        || (held instanceof Content.Lists lists
            && (lists.element() instanceof Content.Records
                || lists.element() instanceof Content.Lists));
  }

  /** Returns whether a column holds lists of floating-point numbers. */
  public boolean holdsVectors(String column) {
    return source.content(column) instanceof Content.Lists lists
        && lists.element() instanceof Content.Real;
  }

  /** Advances to the next row; false after the last. */
  public boolean next() {
    beginRows();
    row.clear();
    try {
      boolean read = source.read(row);
      rowsRead += read ? 1 : 0;
      return read;
    } catch (IOException | RuntimeException e) {
      throw damaged(e);
    }
  }

  /**
   * Skips rows. In Parquet, skipped rows are not decoded, and row groups that are skipped as a
   * whole are not read.
   *
   * @param rows the maximum number of rows to skip; fewer are skipped at the end of the table
   */
  public void skip(long rows) {
    beginRows();
    try {
      rowsRead += source.skip(rows, row);
    } catch (IOException | RuntimeException e) {
      throw damaged(e);
    }
  }

  private void beginRows() {
    if (row == null) {
      List<TableSchema.Column> columns = new ArrayList<>(selected);
      if (columns.isEmpty()) {
        throw new IllegalStateException("no column was asked for");
      }
      row = new Row(new TableSchema(columns));
    }
  }

  /**
   * Returns the failure for damaged data. The libraries throw exceptions of every kind for invalid
   * bytes.
   */
  private FalconException damaged(Exception e) {
    if (e instanceof UnfitValueException) {
      return new FalconException(file + ": row " + rowsRead + ", " + e.getMessage(), e);
    }
    return e instanceof FalconException known
        ? known
        : new FalconException(
            file + ": truncated or damaged after row " + rowsRead + ": " + e.getMessage(), e);
  }

  /** Returns whether the row has no value in this column. */
  public boolean isNull(int column) {
    return row.isNull(column);
  }

  public int getInt(int column) {
    requireValue(column);
    return row.getInt(column);
  }

  public long getLong(int column) {
    requireValue(column);
    return row.getLong(column);
  }

  public float getFloat(int column) {
    requireValue(column);
    return row.getFloat(column);
  }

  public double getDouble(int column) {
    requireValue(column);
    return row.getDouble(column);
  }

  public boolean getBoolean(int column) {
    requireValue(column);
    return row.getBoolean(column);
  }

  public String getString(int column) {
    requireValue(column);
    return row.getString(column);
  }

  /** Returns the string; empty for a missing value. */
  public Optional<String> findString(int column) {
    return Optional.ofNullable(row.getString(column));
  }

  /** Returns the bytes, which the caller may keep; null for a missing value. */
  public byte[] getBytes(int column) {
    return row.getBytes(column);
  }

  /** Returns the list; null for a missing value. */
  public List<String> getStrings(int column) {
    return row.getStrings(column);
  }

  /** Returns the list; null for a missing value. */
  public List<Float> getFloats(int column) {
    return row.getFloats(column);
  }

  /** Returns a list of floats as an array. */
  public float[] getVector(int column) {
    requireValue(column);
    return ((FloatList) row.getFloats(column)).array();
  }

  /** Returns the value as an object of the column's type; empty for a missing value. */
  public Optional<Object> value(int column) {
    return row.value(column);
  }

  @Override
  public void close() {
    FileReads.close(file, source);
  }

  private void requireValue(int column) {
    if (row.isNull(column)) {
      throw new FalconException(
          file + ": row " + (rowsRead - 1) + " has no value in column '" + names.get(column) + "'");
    }
  }
}
