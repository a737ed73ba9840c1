// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.table.ColumnType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the rows of several files with the same columns, one file after another. */
public final class PartsRowSource implements RowSource {
  private final List<Path> files;
  private final long rows;
  private final Opener opener;
  private final List<Selected> selected = new ArrayList<>();
  private RowSource current;
  private int number;

  /** Opens one file. */
  @FunctionalInterface
  public interface Opener {
    /** Opens the rows of a file. */
    RowSource open(Path file) throws IOException;
  }

  private record Selected(String column, ColumnType type, int position) {}

  /**
   * Opens the first file.
   *
   * @param files the files, at least one
   * @param rows the number of rows of all files; -1 if it is unknown
   */
  public PartsRowSource(List<Path> files, long rows, Opener opener) throws IOException {
    this.files = List.copyOf(files);
    this.rows = rows;
    this.opener = opener;
    this.current = opener.open(files.get(0));
  }

  @Override
  public List<String> columns() {
    return current.columns();
  }

  @Override
  public Map<String, String> metadata() {
    return current.metadata();
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public void select(String column, ColumnType type, int position) {
    current.select(column, type, position);
    selected.add(new Selected(column, type, position));
  }

  @Override
  public List<String> fields(String column) {
    return current.fields(column);
  }

  @Override
  public Content content(String column) {
    return current.content(column);
  }

  @Override
  public boolean read(Row row) throws IOException {
    while (!current.read(row)) {
      if (!openNext()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long skip(long rowsToSkip, Row scratch) throws IOException {
    long skipped = current.skip(rowsToSkip, scratch);
    while (skipped < rowsToSkip && openNext()) {
      skipped += current.skip(rowsToSkip - skipped, scratch);
    }
    return skipped;
  }

  private boolean openNext() throws IOException {
    if (number + 1 == files.size()) {
      return false;
    }
    current.close();
    number++;
    current = opener.open(files.get(number));
    selected.forEach(each -> current.select(each.column(), each.type(), each.position()));
    return true;
  }

  @Override
  public void close() throws IOException {
    current.close();
  }
}
