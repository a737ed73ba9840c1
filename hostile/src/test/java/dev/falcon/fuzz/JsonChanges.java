// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Changes JSON that stays JSON: fields and elements go, come twice, lose their names, or have other
 * values.
 */
final class JsonChanges {
  private static final int MOST_PLACES = 2000;
  private static final int MOST_TEXT = 4000;
  private static final String MARK = "@value@";
  private static final List<String> VALUES =
      List.of(
          "0",
          "-1",
          "1",
          "2",
          "-0.0",
          "0.1",
          "1e308",
          "1e309",
          "1e-400",
          "99999999999999999999999",
          "2147483647",
          "2147483648",
          "-2147483649",
          "9223372036854775807",
          "1e5",
          "true",
          "null",
          "\"\"",
          "\"x\"",
          "\"NaN\"",
          "\"-1\"",
          "\"a\\nb\"",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "\"\\u001b[2J\\u202e\"",
          "\"../../etc/passwd\"",
          "\"=HYPERLINK(1)\"",
          "\"<b>|`\"",
          "[]",
          "[null]",
          "[[]]",
          "[1,2]",
          "{}",
          "{\"a\":null}",
          "{\"\":1}");

  private final SplittableRandom random;

  JsonChanges(SplittableRandom random) {
    this.random = random;
  }

  /** A field of an object, or an element of a list. */
  private record Place(JsonNode parent, String field, int element) {
    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(field);
      } else {
        ((ArrayNode) parent).remove(element);
      }
    }

    JsonNode get() {
      return field == null ? parent.get(element) : parent.get(field);
    }

    void set(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(field, value);
      } else {
        ((ArrayNode) parent).set(element, value);
      }
    }
  }

  /** The text, or one of its lines where it is of many, with some changes; as it is if no JSON. */
  String next(String text) {
    try {
      return tree(text);
    } catch (JsonProcessingException e) {
      String[] lines = text.split("\n");
      int line = random.nextInt(lines.length);
      try {
        lines[line] = tree(lines[line]);
      } catch (JsonProcessingException notLines) {
        return text;
      }
      return String.join("\n", lines) + "\n";
    }
  }

  private String tree(String text) throws JsonProcessingException {
    JsonNode root = Json.mapper().reader().readTree(text);
    List<String> values = new ArrayList<>();
    for (int change = random.nextInt(3); change >= 0; change--) {
      List<Place> places = new ArrayList<>();
      collect(root, places);
      if (places.isEmpty()) {
        return any(VALUES);
      }
      change(any(places), places, values);
    }
    String changed = Json.mapper().writeValueAsString(root);
    for (int i = 0; i < values.size(); i++) {
      changed = changed.replace("\"" + MARK + i + "\"", values.get(i));
    }
    return changed;
  }

  private void change(Place place, List<Place> places, List<String> values) {
    switch (random.nextInt(8)) {
      case 0 -> place.remove();
      case 1 -> place.set(any(places).get().deepCopy());
      case 2 -> repeat(place);
      case 3 -> unname(place);
      case 4 -> edit(place);
      default -> {
        place.set(Json.mapper().getNodeFactory().textNode(MARK + values.size()));
        values.add(random.nextInt(12) == 0 ? deep() : any(VALUES));
      }
    }
  }

  private void repeat(Place place) {
    int times = random.nextInt(8) == 0 ? 200 : 1;
    if (place.parent() instanceof ArrayNode list
        && place.get().toString().length() * times < MOST_TEXT) {
      for (int i = 0; i < times; i++) {
        list.add(place.get().deepCopy());
      }
    }
  }

  /** Some readers take a list of values for an object of them. */
  private void unname(Place place) {
    if (place.get() instanceof ObjectNode object) {
      ArrayNode list = object.arrayNode();
      object.elements().forEachRemaining(list::add);
      place.set(list);
    }
  }

  /** Repeats a part of a text: an expression, a template, a name. */
  private void edit(Place place) {
    String text = place.get().asText();
    if (place.get().isTextual() && text.length() < MOST_TEXT) {
      int from = random.nextInt(text.length() + 1);
      int to = from + random.nextInt(text.length() - from + 1);
      int at = random.nextInt(text.length() + 1);
      String part =
          any(List.of(text.substring(from, to), ".*", "(", "+", "|", "{9}", "\u00e9", " "));
      place.set(
          Json.mapper()
              .getNodeFactory()
              .textNode(text.substring(0, at) + part + text.substring(Math.max(at, to))));
    }
  }

  private String deep() {
    int depth = any(List.of(20, 900, 1001, 5000));
    return random.nextBoolean()
        ? "[".repeat(depth) + "]".repeat(depth)
        : "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  private static void collect(JsonNode node, List<Place> places) {
    if (places.size() > MOST_PLACES) {
      return;
    }
    if (node instanceof ObjectNode object) {
      object
          .fieldNames()
          .forEachRemaining(
              field -> {
                places.add(new Place(object, field, -1));
                collect(object.get(field), places);
              });
    } else if (node instanceof ArrayNode list) {
      for (int i = 0; i < list.size(); i++) {
        places.add(new Place(list, null, i));
        collect(list.get(i), places);
      }
    }
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
