package dev.falcon.data.table.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.ColumnType;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * Parses values from text, as the JSONL and CSV writers format them. Each throws {@link
 * IllegalArgumentException} with the text if it is not such a value.
 */
final class TextValues {
  private TextValues() {}

  static void parse(String text, ColumnType type, Row row, int position) {
    try {
      switch (type) {
        case INT32 -> row.setInt(position, Integer.parseInt(text));
        case INT64 -> row.setLong(position, Long.parseLong(text));
        case FLOAT32 -> row.setFloat(position, Float.parseFloat(text));
        case FLOAT64 -> row.setDouble(position, Double.parseDouble(text));
        case BOOL -> row.setBoolean(position, truth(text));
        case UTF8 -> row.setObject(position, type, text);
        case BINARY -> row.setObject(position, type, Base64.getDecoder().decode(text));
        case UTF8_LIST ->
            row.setObject(position, type, values(Json.mapper().readTree(text), JsonNode::asText));
        case FLOAT32_LIST ->
            row.setObject(
                position, type, values(Json.mapper().readTree(text), JsonNode::floatValue));
      }
    } catch (NumberFormatException | JsonProcessingException e) {
      throw new IllegalArgumentException("'" + text + "' is not " + type, e);
    }
  }

  static void convert(JsonNode node, ColumnType type, Row row, int position) {
    switch (type) {
      case UTF8 ->
          row.setObject(position, type, node.isValueNode() ? node.asText() : node.toString());
      case UTF8_LIST -> row.setObject(position, type, values(node, JsonNode::asText));
      case FLOAT32_LIST -> row.setObject(position, type, values(node, JsonNode::floatValue));
      default -> parse(node.isValueNode() ? node.asText() : node.toString(), type, row, position);
    }
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
    };
  }

  private static <T> List<T> values(JsonNode node, Function<JsonNode, T> element) {
    if (!node.isArray()) {
      throw new IllegalArgumentException(node + " is not a JSON array");
    }
    List<T> values = new ArrayList<>(node.size());
    node.forEach(value -> values.add(element.apply(value)));
    return values;
  }
}
