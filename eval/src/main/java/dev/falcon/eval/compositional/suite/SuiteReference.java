// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import java.util.Map;

/**
 * A published result of a model, for comparison.
 *
 * @param model the model's name
 * @param scores shares in percent by subset, or by the name of an average
 * @param source where it was published
 */
public record SuiteReference(String model, Map<String, Double> scores, String source) {
  public SuiteReference {
    scores = Map.copyOf(scores);
  }
}
