package dev.falcon.eval.metric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Named numbers in the order in which they were computed. A value is null where the metric does not
 * exist (top-5 accuracy of four classes) and NaN where it has no data (the accuracy of an empty
 * group).
 *
 * @param values the metrics by name; the order is part of the result's format
 */
public record Metrics(@JsonValue Map<String, Double> values) {
  /** The name under which a task's chosen metric is repeated, last of all. */
  public static final String MAIN = "main_metric";

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Metrics {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** The value, which may be null. */
  public Double get(String name) {
    return values.get(name);
  }

  /** The task's chosen metric, as a fraction; null where the task has none. */
  public Double main() {
    return values.get(MAIN);
  }

  /** Another set of metrics behind this one; a name that is there keeps its place. */
  public Metrics and(Metrics others) {
    Map<String, Double> joined = new LinkedHashMap<>(values);
    joined.putAll(others.values);
    return new Metrics(joined);
  }

  /**
   * Repeats the named metric as {@link #MAIN}.
   *
   * @param name one of the metrics, or null for a task that counts towards no average
   */
  public Metrics withMain(String name) {
    if (name != null && !values.containsKey(name)) {
      throw new IllegalArgumentException("no metric " + name + " among " + values.keySet());
    }
    Map<String, Double> joined = new LinkedHashMap<>(values);
    joined.put(MAIN, name == null ? null : values.get(name));
    return new Metrics(joined);
  }

  /** A float32 quotient as the reference evaluator prints it: divided in float, then widened. */
  static double floatQuotient(long numerator, long denominator) {
    return (float) numerator / (float) denominator;
  }
}
