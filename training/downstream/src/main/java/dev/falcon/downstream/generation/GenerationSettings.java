// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import dev.falcon.data.RequestException;

/**
 * The settings of the search for a text.
 *
 * @param beams the number of hypotheses that are kept; 1 for greedy search
 * @param leastTokens the minimum number of tokens, before which the end token is not taken
 * @param mostTokens the maximum number of tokens
 * @param lengthPenalty the exponent of a hypothesis's length, by which the sum of its
 *     log-probabilities is divided for comparison; 0 to compare the sums
 * @param repetitionPenalty the factor by which the score of a token that already occurs is divided
 *     if it is positive, and multiplied otherwise; 1 for no penalty
 */
public record GenerationSettings(
    int beams, int leastTokens, int mostTokens, double lengthPenalty, double repetitionPenalty) {
  /** LAVIS' settings for captions: 8 to 30 tokens. */
  public static final GenerationSettings CAPTIONS = new GenerationSettings(5, 8, 30, 0, 1.15);

  /** LAVIS' settings for answers by OPT: 1 to 10 tokens. */
  public static final GenerationSettings ANSWERS = new GenerationSettings(5, 1, 10, 0, 1);

  public GenerationSettings {
    requireAtLeast("beams", beams, 1);
    requireAtLeast("least tokens", leastTokens, 0);
    requireAtLeast("most tokens", mostTokens, Math.max(1, leastTokens));
    if (!(repetitionPenalty > 0)) {
      throw new RequestException(
          "repetition penalty must be above 0; repetition penalty=" + repetitionPenalty);
    }
  }

  private static void requireAtLeast(String name, int value, int least) {
    if (value < least) {
      throw new RequestException(name + " must be at least " + least + "; " + name + "=" + value);
    }
  }
}
