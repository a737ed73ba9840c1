package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A model's answer for a pair: a line of the file of answers.
 *
 * @param key a digest of the question: model, parameters, words of an answer, picture as sent,
 *     caption
 * @param score the probability of a match, in [0, 1]; null where the answer says neither
 * @param mass the probability of all tokens that say yes or no; of votes the share that could be
 *     read
 * @param tokensIn tokens of the question
 * @param tokensOut tokens of the answer
 * @param text of the answer, cut
 * @param model that the server says has answered
 * @param fingerprint the server's, where it gives one
 * @param retries how often the question was sent again
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JudgedAnswer(
    String key,
    Double score,
    double mass,
    long tokensIn,
    long tokensOut,
    String text,
    String model,
    String fingerprint,
    long retries) {
  private static final double LEAST = 1e-9;

  /** Below this mass an answer says neither yes nor no. */
  static final double LEAST_MASS = 0.5;

  /** Returns whether it has a key, and shares from 0 to 1. */
  boolean isSound() {
    boolean scored = score == null || (score >= 0 && score <= 1);
    return key != null && scored && mass >= 0 && mass <= 1;
  }

  /** Returns whether the answer is a score. */
  boolean counts() {
    return score != null && mass >= LEAST_MASS;
  }

  /**
   * This answer and that to the opposite question as one: the mean of the log odds, so that a
   * preference for one of the words cancels. A model that cannot say either way has no score.
   */
  JudgedAnswer withOpposite(JudgedAnswer opposite) {
    Double joint =
        opposite.score() == null
            ? null
            : Double.valueOf(
                1 / (1 + StrictMath.exp(-(odds(score) + odds(1 - opposite.score())) / 2)));
    return new JudgedAnswer(
        key,
        joint,
        Math.min(mass, opposite.mass()),
        tokensIn + opposite.tokensIn(),
        tokensOut + opposite.tokensOut(),
        text + " / " + opposite.text(),
        model,
        fingerprint,
        retries + opposite.retries());
  }

  private static double odds(double probability) {
    double within = Math.min(1 - LEAST, Math.max(LEAST, probability));
    return StrictMath.log(within / (1 - within));
  }
}
