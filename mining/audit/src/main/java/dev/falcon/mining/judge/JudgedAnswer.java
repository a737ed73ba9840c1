// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A model's answer on a pair: one line of the file of answers.
 *
 * @param key a digest of the question: the model, the parameters, the words of an answer, the
 *     picture as sent and the caption
 * @param score the probability of a match, in [0, 1]; null if the answer is neither yes nor no
 * @param mass the probability of all tokens that mean yes or no, in [0, 1]; for votes, the share
 *     that could be read
 * @param tokensIn the number of tokens of the question
 * @param tokensOut the number of tokens of the answer
 * @param text the text of the answer, truncated
 * @param model the name of the model that answered, as the server reports it
 * @param fingerprint the server's fingerprint; null if it reports none
 * @param retries the number of times that the question was sent again
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

  /** The mass below which an answer is neither yes nor no. */
  static final double LEAST_MASS = 0.5;

  /** Returns whether the answer has a key, and a score and a mass in [0, 1]. */
  boolean isSound() {
    boolean scored = score == null || (score >= 0 && score <= 1);
    return key != null && scored && mass >= 0 && mass <= 1;
  }

  /** Returns whether the answer is a score. */
  boolean counts() {
    return score != null && mass >= LEAST_MASS;
  }

  /**
   * Combines this answer with the answer to the opposite question by the mean of their log odds, so
   * that a preference for one of the words cancels out. If either is neither yes nor no, the result
   * has no score.
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
