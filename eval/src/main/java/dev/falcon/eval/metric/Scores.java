// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The result of any evaluation: named numbers in the order in which they were computed. A measure
 * is a double, a count, such as the number of queries, a long. A measure that does not exist, such
 * as top-5 accuracy with four classes, is null; a measure without data, such as the accuracy of an
 * empty group, is NaN. A dot in a name separates a group from a score within it, as in {@code
 * reranked.txt_r1}.
 *
 * @param values the scores by name; the order is part of the result's format
 */
public record Scores(Map<String, Number> values) {
  /** No scores. */
  public static final Scores NONE = new Scores(Map.of());

  /** The name under which a task's main metric is repeated at the end. */
  public static final String MAIN = "main_metric";

  private static final int MOST_GROUPS = 4;
  private static final char SEPARATOR = '.';

  public Scores {
    Map<String, Number> copy = new LinkedHashMap<>(values);
    copy.replaceAll((name, value) -> value instanceof Integer count ? count.longValue() : value);
    values = Collections.unmodifiableMap(copy);
  }

  /** Reads what {@link #json()} has written. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static Scores read(Map<String, JsonNode> json) {
    Map<String, Number> values = new LinkedHashMap<>();
    json.forEach((name, value) -> read(name, value, 0, values));
    return new Scores(values);
  }

  private static void read(String name, JsonNode value, int depth, Map<String, Number> values) {
    if (depth > MOST_GROUPS) {
      throw new IllegalArgumentException("more than " + MOST_GROUPS + " groups within each other");
    }
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        read(name + SEPARATOR + field.getKey(), field.getValue(), depth + 1, values);
      }
    } else {
      values.put(name, number(value));
    }
  }

  private static Number number(JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    return value.isTextual() ? Double.valueOf(value.textValue()) : value.numberValue();
  }

  /** Returns scores in the map's order. */
  public static Scores of(Map<String, ? extends Number> values) {
    return new Scores(new LinkedHashMap<>(values));
  }

  /**
   * Returns these scores with a measure. An existing name keeps its place, and gets the new value.
   */
  public Scores with(String name, double value) {
    return and(new Scores(Collections.singletonMap(name, value)));
  }

  /** Returns these scores with a count, which is written as a whole number. */
  public Scores withCount(String name, long count) {
    return and(new Scores(Collections.singletonMap(name, count)));
  }

  /**
   * Returns these scores followed by others. An existing name keeps its place, and gets the new
   * value.
   */
  public Scores and(Scores others) {
    Map<String, Number> joined = new LinkedHashMap<>(values);
    joined.putAll(others.values);
    return new Scores(joined);
  }

  /** Returns the scores as a group: {@code txt_r1} becomes {@code group.txt_r1}. */
  public Scores in(String group) {
    Map<String, Number> named = new LinkedHashMap<>();
    values.forEach((name, value) -> named.put(group + SEPARATOR + name, value));
    return new Scores(named);
  }

  /** Returns a group's scores under their names within it; empty if there is no such group. */
  public Scores group(String group) {
    String prefix = group + SEPARATOR;
    Map<String, Number> within = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            within.put(name.substring(prefix.length()), value);
          }
        });
    return new Scores(within);
  }

  /**
   * Returns the scores for JSON, with groups as nested objects. NaN becomes the text {@code NaN},
   * since null means that a measure does not exist.
   */
  @JsonValue
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    for (Map.Entry<String, Number> score : values.entrySet()) {
      Number value = score.getValue();
      int dot = score.getKey().indexOf(SEPARATOR);
      if (dot < 0) {
        json.put(score.getKey(), Double.valueOf(Double.NaN).equals(value) ? "NaN" : value);
      } else {
        String group = score.getKey().substring(0, dot);
        json.computeIfAbsent(group, name -> group(name).json());
      }
    }
    return json;
  }

  /** Returns whether there are no scores. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** Returns whether there is a score with this name, which may be null. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns a value; null if it does not exist, or no score has the name. */
  public Double get(String name) {
    Number value = values.get(name);
    return value == null ? null : (Double) value.doubleValue();
  }

  /** Returns the task's main metric, as a fraction; null if the task has none. */
  public Double main() {
    return get(MAIN);
  }

  /**
   * Repeats the named metric as {@link #MAIN}.
   *
   * @param name the name of a metric; null for a task that counts towards no average
   */
  public Scores withMain(String name) {
    if (name != null && !has(name)) {
      throw new IllegalArgumentException("no metric " + name + " among " + values.keySet());
    }
    Map<String, Number> joined = new LinkedHashMap<>(values);
    joined.put(MAIN, name == null ? null : values.get(name));
    return new Scores(joined);
  }

  /**
   * Returns a float32 quotient as the reference evaluator prints it: divided in float, then
   * widened.
   */
  public static double floatQuotient(long numerator, long denominator) {
    return (float) numerator / (float) denominator;
  }
}
