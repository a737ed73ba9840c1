// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.CsvRecords;
import dev.falcon.data.table.CsvText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads rows from a CSV file with a header line. */
public final class CsvRowSource implements RowSource {
  private final Path file;
  private final CsvRecords records;
  private final List<String> header;
  private final List<Selected> selected = new ArrayList<>();

  private record Selected(int field, boolean guarded, Meaning.Setter setter, int position) {}

  public CsvRowSource(Path file) throws IOException {
    this(file, CsvRecords.open(file));
  }

  /** Opens a file whose fields are separated by this character. */
  public CsvRowSource(Path file, char separator) throws IOException {
    this(file, new CsvRecords(file, separator));
  }

  private CsvRowSource(Path file, CsvRecords records) throws IOException {
    this.file = file;
    this.records = records;
    Optional<List<String>> first = records.next();
    if (first.isEmpty()) {
      records.close();
      throw new FalconException(file + ": is empty; a CSV table begins with a header line");
    }
    // A column without a name, as of pandas' index, is none that can be asked for.
    this.header = first.get().stream().map(name -> name == null ? "" : name).toList();
    Optional<FalconException> repeated = Content.repeatedName(file, header);
    if (repeated.isPresent()) {
      records.close();
      throw repeated.get();
    }
  }

  @Override
  public List<String> columns() {
    return header;
  }

  @Override
  public Map<String, String> metadata() {
    return Map.of();
  }

  @Override
  public long rows() {
    return -1;
  }

  @Override
  public void select(String column, ColumnType type, int position) {
    boolean guarded = type == ColumnType.UTF8 || type == ColumnType.BINARY;
    Meaning.Setter setter = Meaning.setter(WrittenCell.CONTENT, type);
    selected.add(new Selected(header.indexOf(column), guarded, setter, position));
  }

  @Override
  public Content content(String column) {
    return WrittenCell.CONTENT;
  }

  @Override
  public boolean read(Row row) throws IOException {
    Optional<List<String>> next = records.next();
    long line = records.line();
    if (next.isEmpty()) {
      return false;
    }
    List<String> fields = next.get();
    if (fields.size() != header.size()) {
      throw new FalconException(
          file
              + ": line "
              + line
              + " has "
              + fields.size()
              + " fields where the header has "
              + header.size());
    }
    for (Selected column : selected) {
      String text = fields.get(column.field());
      if (text != null) {
        try {
          Cell cell = WrittenCell.of(column.guarded() ? CsvText.unguarded(text) : text);
          column.setter().set(cell, row, column.position());
        } catch (IllegalArgumentException e) {
          throw new FalconException(
              file
                  + ": line "
                  + line
                  + ", column '"
                  + header.get(column.field())
                  + "': "
                  + e.getMessage(),
              e);
        }
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
