// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The loss terms of a step's line in metrics.jsonl: every number of the line that is not one of its
 * fixed keys. The framework and the objective determine them.
 */
public final class LossTerms {
  private static final Set<String> OTHERS =
      Set.of("epoch", "step", "learning_rate", "gradient_norm", "temperature");

  private LossTerms() {}

  /** Returns the terms by name, in the line's order. */
  public static Map<String, Double> of(JsonNode line) {
    Map<String, Double> terms = new LinkedHashMap<>();
    line.properties()
        .forEach(
            field -> {
              if (field.getValue().isNumber() && !OTHERS.contains(field.getKey())) {
                terms.put(field.getKey(), field.getValue().asDouble());
              }
            });
    return terms;
  }
}
