// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import dev.falcon.data.annotation.VisualQuestion;
import java.util.LinkedHashMap;
import java.util.Map;

/** Computes the weights of the answers to a question. */
public final class Votes {
  private Votes() {}

  /**
   * Returns the different answers and their weights, which are the shares of the people who gave
   * them.
   *
   * @param single the weight of a question's only answer, as in Visual Genome
   */
  public static Map<String, Float> of(VisualQuestion question, float single) {
    Map<String, Float> weights = new LinkedHashMap<>();
    int people = question.answers().size();
    if (people == 1) {
      return Map.of(question.answers().get(0), single);
    }
    question.answers().forEach(answer -> weights.merge(answer, 1f, Float::sum));
    weights.replaceAll((answer, votes) -> votes / people);
    return weights;
  }
}
