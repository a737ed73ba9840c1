// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.RequestException;

/**
 * The thresholds of a judge's score for a hardest pair. Both bounds are exclusive, as in MAFA's
 * code: a pair whose score equals one of them is dropped.
 *
 * @param low the score below which a pair is a negative, in [0, 1]
 * @param high the score above which a pair is a match, in [low, 1]
 */
public record ScoreBands(float low, float high) {
  public ScoreBands {
    if (!(low >= 0 && low <= 1 && high >= 0 && high <= 1)) {
      throw new RequestException("low and high must be in [0, 1]; low=" + low + ", high=" + high);
    }
    if (low > high) {
      throw new RequestException("low must not exceed high; low=" + low + ", high=" + high);
    }
  }

  /** How a judged pair is used. */
  public enum Band {
    /** It is a negative. */
    NEGATIVE,
    /** It is ignored: the second hardest becomes a negative instead. */
    SECOND,
    /** It is a match. */
    MATCH,
    /** It is ignored without a replacement. */
    DROPPED
  }

  /**
   * Returns the band of a score.
   *
   * @param score the probability of a match
   */
  public Band of(float score) {
    if (score < low) {
      return Band.NEGATIVE;
    }
    if (score > high) {
      return Band.MATCH;
    }
    return score > low && score < high ? Band.SECOND : Band.DROPPED;
  }
}
