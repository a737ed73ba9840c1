package dev.falcon.downstream.generation;

import dev.falcon.data.RequestException;

/**
 * Settings of the search for a text.
 *
 * @param beams number of hypotheses kept; 1 is greedy search
 * @param leastTokens minimum length: the end token is not taken earlier
 * @param mostTokens maximum length
 * @param lengthPenalty hypotheses are compared by the sum of their log-probabilities divided by
 *     their length to this power; 0 compares the sums
 * @param repetitionPenalty divides the score of a token that already occurs where it is positive,
 *     and multiplies it otherwise; 1 for none
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
