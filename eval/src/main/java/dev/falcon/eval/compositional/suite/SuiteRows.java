// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.TextFiles;
import dev.falcon.data.table.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads a file of rows: JSON, which is a list of rows, an object of rows by name, or one row per
 * line; CSV, Parquet or Arrow. All rows are held in memory.
 */
final class SuiteRows {
  private static final int LOOKED_AT = 100;

  private SuiteRows() {}

  /**
   * Returns the names of the columns, in their order; of JSON, those of the first rows. Rows that
   * are lists have none.
   */
  static Set<String> columns(Path file) {
    if (!isJson(file)) {
      try (TableReader table = TableReader.open(file)) {
        return new LinkedHashSet<>(table.columns());
      }
    }
    Set<String> columns = new LinkedHashSet<>();
    json(file).values().stream()
        .limit(LOOKED_AT)
        .forEach(row -> row.properties().forEach(cell -> columns.add(cell.getKey())));
    return columns;
  }

  /** Returns those of some columns that hold the files of images, not their paths. */
  static List<ImageTable> images(Path file, List<String> columns) {
    if (isJson(file)) {
      return List.of();
    }
    try (TableReader table = TableReader.open(file)) {
      return columns.stream()
          .filter(table.columns()::contains)
          .filter(table::holdsFiles)
          .map(column -> new ImageTable(file, column))
          .toList();
    }
  }

  /**
   * Reads all rows. A cell with an image's file becomes its name by {@link ImageTable}.
   *
   * @param columns the columns that are read; JSON is read as a whole
   * @param images those that hold the files of images
   * @throws FalconException if the file cannot be read, lacks a column or has no row
   */
  static List<SuiteRow> read(Path file, Set<String> columns, List<ImageTable> images) {
    Map<String, JsonNode> nodes = isJson(file) ? json(file) : table(file, columns, images);
    if (nodes.isEmpty()) {
      throw new FalconException(file + ": has no row");
    }
    String name = file.getFileName().toString();
    List<SuiteRow> rows = new ArrayList<>();
    nodes.forEach((key, node) -> rows.add(new SuiteRow(name, key, node)));
    return rows;
  }

  private static boolean isJson(Path file) {
    if (!Folders.isFile(file)) {
      throw new FalconException(file + ": there is no such file");
    }
    return file.toString().matches("(?i).*\\.jsonl?");
  }

  private static Map<String, JsonNode> json(Path file) {
    List<JsonNode> values = new ArrayList<>();
    try (JsonParser parser = Json.lenientParser(TextFiles.open(file));
        MappingIterator<JsonNode> each =
            Json.mapper().readerFor(JsonNode.class).readValues(parser)) {
      while (each.hasNextValue()) {
        values.add(each.nextValue());
      }
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
      throw new FalconException(file + ": " + line + "not JSON: " + Json.reason(e), e);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
    if (values.size() != 1) {
      return numbered(values);
    }
    JsonNode only = values.get(0);
    if (only.isObject() && !only.isEmpty() && stream(only).allMatch(JsonNode::isContainerNode)) {
      Map<String, JsonNode> rows = new LinkedHashMap<>();
      only.properties().forEach(row -> rows.put(row.getKey(), row.getValue()));
      return rows;
    }
    return numbered(only.isArray() ? stream(only).toList() : values);
  }

  private static Stream<JsonNode> stream(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false);
  }

  private static Map<String, JsonNode> table(
      Path file, Set<String> columns, List<ImageTable> images) {
    Set<String> files = images.stream().map(ImageTable::column).collect(Collectors.toSet());
    List<JsonNode> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      Map<String, Integer> places = new LinkedHashMap<>();
      for (String column : columns) {
        if (table.columns().contains(column) && !files.contains(column)) {
          List<String> fields = table.fields(column);
          for (String name : fields.isEmpty() ? List.of(column) : fields) {
            places.put(name, table.column(table.naturalType(name), name));
          }
        }
      }
      while (!places.isEmpty() && table.next()) {
        ObjectNode row = Json.mapper().createObjectNode();
        images.forEach(image -> row.put(image.column(), image.picture(rows.size())));
        places.forEach(
            (column, place) ->
                table
                    .value(place)
                    .ifPresent(value -> put(row, table, column, Json.mapper().valueToTree(value))));
        rows.add(row);
      }
    }
    return numbered(rows);
  }

  /** Sets a cell, or a field of a cell that holds a record. */
  private static void put(ObjectNode row, TableReader table, String column, JsonNode value) {
    int dot = table.columns().contains(column) ? -1 : column.lastIndexOf('.');
    ObjectNode cell = dot < 0 ? row : row.withObjectProperty(column.substring(0, dot));
    cell.set(column.substring(dot + 1), value);
  }

  private static Map<String, JsonNode> numbered(List<JsonNode> values) {
    Map<String, JsonNode> rows = new LinkedHashMap<>();
    values.forEach(value -> rows.put(Integer.toString(rows.size()), value));
    return rows;
  }
}
