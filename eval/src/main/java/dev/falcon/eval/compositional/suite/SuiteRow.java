// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.sample.ListedTexts;
import dev.falcon.data.table.CsvText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A row of a suite's file. A column may lie within another: {@code mturk.caption} is a field of a
 * field, {@code 1.POS.0} the first element of the field POS of the second element, and {@code
 * options.1+} all elements but the first. A number is also the position of an object's field.
 *
 * @param file the file's name
 * @param key the row's name within its file: its key in a JSON object, or its number from 0
 * @param node the cells
 */
record SuiteRow(String file, String key, JsonNode node) {
  private static final List<List<String>> BOXES =
      List.of(List.of("x", "y", "w", "h"), List.of("x", "y", "width", "height"));

  /** Returns the value of a column; a missing node if there is none. */
  private JsonNode at(String column) {
    JsonNode here = node;
    for (String step : column.split("\\.", -1)) {
      here = here.has(step) ? here.path(step) : at(here, number(step));
    }
    return here;
  }

  /** Returns an element of a list, or the value of an object's field by its position. */
  private static JsonNode at(JsonNode here, int place) {
    List<JsonNode> values = new ArrayList<>();
    here.forEach(values::add);
    return place >= 0 && place < values.size() ? values.get(place) : MissingNode.getInstance();
  }

  private static int number(String step) {
    return step.matches("[0-9]{1,9}") ? Integer.parseInt(step) : -1;
  }

  /** Returns whether a column has a value in this row. */
  boolean has(String column) {
    JsonNode value = at(column);
    return !value.isMissingNode() && !value.isNull();
  }

  /**
   * Returns the text of a column, which may be a number.
   *
   * @throws FalconException if the row has no such value
   */
  String text(String column) {
    JsonNode value = at(column);
    if (!value.isValueNode() || value.isNull()) {
      throw new FalconException("has no value in '" + column + "'");
    }
    String text = value.asText();
    if (text.isBlank()) {
      throw new FalconException("has an empty '" + column + "'");
    }
    return text;
  }

  /** Returns the texts of a column that holds one or a list of them, joined. */
  String joined(String column) {
    return at(column).isArray() ? String.join("_", texts(column)) : text(column);
  }

  /** Returns the text of a column; empty if the row has none. */
  Optional<String> maybe(String column) {
    return has(column) && !at(column).asText().isBlank()
        ? Optional.of(text(column))
        : Optional.empty();
  }

  /** Returns the texts of a column that holds one text or a list of them. */
  List<String> texts(String column) {
    boolean rest = column.endsWith("+");
    int dot = column.lastIndexOf('.');
    JsonNode value = at(rest ? column.substring(0, dot) : column);
    List<String> texts = new ArrayList<>();
    if (value.isArray()) {
      value.forEach(element -> texts.add(element.asText()));
    } else {
      texts.addAll(listed(text(rest ? column.substring(0, dot) : column)));
    }
    int from = rest ? number(column.substring(dot + 1, column.length() - 1)) : 0;
    return texts.subList(Math.min(Math.max(0, from), texts.size()), texts.size());
  }

  private static List<String> listed(String cell) {
    Optional<List<String>> texts = ListedTexts.separatedIn(cell);
    if (texts.isEmpty() && cell.startsWith("[") && cell.endsWith("]")) {
      throw new FalconException("must be a list of quoted texts; it is " + cell);
    }
    return texts.orElse(List.of(cell));
  }

  /**
   * Returns the number in a column.
   *
   * @throws FalconException if it is no number
   */
  double number(String column, double otherwise) {
    if (!has(column)) {
      return otherwise;
    }
    try {
      return CsvText.number(text(column));
    } catch (NumberFormatException e) {
      throw new FalconException(
          "has '" + text(column) + "' in '" + column + "', which must be a number", e);
    }
  }

  /**
   * Returns the numbers of a box in a column, which is a list of them, their text, separated by
   * commas, or a record of x, y, w and h or of x, y, width and height.
   */
  double[] box(String column) {
    JsonNode value = at(column);
    List<String> texts = new ArrayList<>();
    if (value.isObject()) {
      BOXES.stream()
          .filter(sides -> sides.stream().allMatch(value::has))
          .limit(1)
          .forEach(sides -> sides.forEach(side -> texts.add(value.get(side).asText())));
    } else if (value.isArray()) {
      value.forEach(number -> texts.add(number.asText()));
    } else {
      texts.addAll(List.of(text(column).replaceAll("[\\[\\]()\\s]", "").split(",", -1)));
    }
    try {
      return texts.stream().mapToDouble(Double::parseDouble).toArray();
    } catch (NumberFormatException e) {
      throw new FalconException(
          "has '" + value.asText() + "' in '" + column + "', which must be numbers", e);
    }
  }

  /**
   * Returns whether a column holds true: a truth, or a number or grade above 0.
   *
   * @throws FalconException if it is neither
   */
  boolean truth(String column) {
    String text = text(column).strip();
    return text.equalsIgnoreCase("true")
        || (!text.equalsIgnoreCase("false") && number(column, 0) > 0);
  }
}
