package dev.falcon.mining.algorithm;

import dev.falcon.data.RequestException;

/**
 * The allowed candidates of an anchor, with the semantics of sentence-transformers' miner:
 * candidates are ranked from the most similar down; the first {@code rangeMin} are skipped, those
 * from {@code rangeMax} on are excluded, and so are those more similar than {@code maxScore}. The
 * quantile is then taken among the rest.
 *
 * @param rangeMin number of most similar candidates to skip, at least 0
 * @param rangeMax one past the last rank that is considered; {@link Integer#MAX_VALUE} for all
 * @param maxScore the greatest similarity S allowed, in [-2, 2]; +∞ for any
 */
public record RankWindow(int rangeMin, int rangeMax, float maxScore) {
  private static final float GREATEST_SCORE = 2;

  /** Allows all candidates. */
  public static final RankWindow ALL =
      new RankWindow(0, Integer.MAX_VALUE, Float.POSITIVE_INFINITY);

  public RankWindow {
    if (rangeMin < 0) {
      throw new RequestException("range-min must be at least 0; range-min=" + rangeMin);
    }
    if (rangeMax <= rangeMin) {
      throw new RequestException(
          "range-max must be above range-min; range-min=" + rangeMin + ", range-max=" + rangeMax);
    }
    if (maxScore != Float.POSITIVE_INFINITY && !(Math.abs(maxScore) <= GREATEST_SCORE)) {
      throw new RequestException("max-score lies in [-2, 2]; max-score=" + maxScore);
    }
  }

  /** Returns whether any similarity is allowed. */
  public boolean anyScore() {
    return maxScore == Float.POSITIVE_INFINITY;
  }

  /** The lowest allowed ascending rank among this many candidates. */
  public int lowest(int candidates) {
    return Math.max(0, candidates - rangeMax);
  }

  /** One past the highest allowed ascending rank among this many candidates. */
  public int end(int candidates) {
    return candidates - Math.min(candidates, rangeMin);
  }
}
