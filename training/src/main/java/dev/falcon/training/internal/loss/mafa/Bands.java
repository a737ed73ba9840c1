package dev.falcon.training.internal.loss.mafa;

import dev.falcon.data.RequestException;

/**
 * What a judge's score makes of a hardest pair. Both bounds are exclusive, as in MAFA's code: a
 * pair exactly on one of them is dropped.
 *
 * @param low below it, the pair is a negative; in [0, 1]
 * @param high above it, the pair is a match; in [low, 1]
 */
public record Bands(float low, float high) {
  public Bands {
    if (!(low >= 0 && low <= 1 && high >= 0 && high <= 1)) {
      throw new RequestException("low and high must be in [0, 1]; low=" + low + ", high=" + high);
    }
    if (low > high) {
      throw new RequestException("low must not exceed high; low=" + low + ", high=" + high);
    }
  }

  /** What becomes of a judged pair. */
  public enum Band {
    /** It is a negative. */
    NEGATIVE,
    /** It is left alone: the second hardest takes its place as a negative. */
    SECOND,
    /** It is a match. */
    MATCH,
    /** It is left alone, and nothing takes its place. */
    DROPPED
  }

  /**
   * The band of a score.
   *
   * @param score probability of a match
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
