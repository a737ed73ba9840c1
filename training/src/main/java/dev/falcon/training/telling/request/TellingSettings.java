package dev.falcon.training.telling.request;

import dev.falcon.data.RequestException;

/**
 * How a text is generated.
 *
 * @param beams hypotheses that are followed at a time; 1 takes the most probable token every time
 * @param leastTokens before which the end token is not taken
 * @param mostTokens after which a text ends anyway
 * @param lengthPenalty hypotheses are compared by the sum of their log-probabilities over their
 *     length to this power; 0 compares the sums
 * @param repetitionPenalty a token that is there already has its score divided by it where that is
 *     positive, and multiplied else; 1 for none
 */
public record TellingSettings(
    int beams, int leastTokens, int mostTokens, double lengthPenalty, double repetitionPenalty) {
  /** LAVIS' for captions: 8 to 30 tokens. */
  public static final TellingSettings CAPTIONS = new TellingSettings(5, 8, 30, 0, 1.15);

  /** LAVIS' for answers by OPT: 1 to 10 tokens. */
  public static final TellingSettings ANSWERS = new TellingSettings(5, 1, 10, 0, 1);

  public TellingSettings {
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
