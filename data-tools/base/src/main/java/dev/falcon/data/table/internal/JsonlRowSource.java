// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.PackedFiles;
import dev.falcon.data.table.ColumnType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads rows from JSON lines, or from an array of rows. The names in the first row are the table's
 * columns. The file may be compressed with gzip.
 */
public final class JsonlRowSource implements RowSource {
  private final Path file;
  private final MappingIterator<JsonNode> lines;
  private final List<Selected> selected = new ArrayList<>();
  private final List<String> columns = new ArrayList<>();
  private JsonNode first;
  private long row;

  private record Selected(String name, Meaning.Setter setter, int position) {}

  public JsonlRowSource(Path file) throws IOException {
    this.file = file;
    this.lines =
        Json.mapper()
            .readerFor(JsonNode.class)
            .with(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .readValues(PackedFiles.open(file));
    this.first = nextLine();
    if (first != null) {
      first.fieldNames().forEachRemaining(columns::add);
      requireRows();
    }
  }

  /** Refuses one object of columns, which pandas writes unless asked for rows. */
  private void requireRows() {
    for (JsonNode value : first) {
      if (!value.isObject()) {
        return;
      }
    }
    if (first.isEmpty()) {
      return;
    }
    throw new FalconException(
        file + ": holds objects of columns, not rows; write a line per row, or an array of rows");
  }

  @Override
  public List<String> columns() {
    return columns;
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
    selected.add(new Selected(column, Meaning.setter(WrittenCell.CONTENT, type), position));
  }

  @Override
  public Content content(String column) {
    return WrittenCell.CONTENT;
  }

  @Override
  public boolean read(Row target) throws IOException {
    JsonNode line = first == null ? nextLine() : first;
    first = null;
    if (line == null) {
      return false;
    }
    for (Selected column : selected) {
      JsonNode value = line.get(column.name());
      if (value != null && !value.isNull()) {
        try {
          column.setter().set(new WrittenCell(value), target, column.position());
        } catch (IllegalArgumentException e) {
          throw new FalconException(
              file + ": row " + row + ", column '" + column.name() + "': " + e.getMessage(), e);
        }
      }
    }
    row++;
    return true;
  }

  private JsonNode nextLine() throws IOException {
    try {
      JsonNode line = lines.hasNextValue() ? lines.nextValue() : null;
      if (line != null && !line.isObject()) {
        throw new FalconException(file + ": row " + row + " is not a JSON object");
      }
      if (line != null && Json.hasHalfCharacter(line)) {
        throw new FalconException(file + ": row " + row + Json.HALF_CHARACTER);
      }
      return line == null ? null : Json.withoutNaN(line);
    } catch (JsonProcessingException e) {
      throw new FalconException(file + ": row " + row + " is not JSON: " + Json.reason(e), e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
