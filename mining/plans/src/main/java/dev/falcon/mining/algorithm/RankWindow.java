// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

import dev.falcon.data.RequestException;

/**
 * The allowed candidates of an anchor, with the semantics of sentence-transformers' miner.
 * Candidates are ranked from the most to the least similar. The first {@code rangeMin} are skipped,
 * and those from rank {@code rangeMax} on, or more similar than {@code maxScore}, are excluded. The
 * quantile is taken among the rest; if there is none, a sample is drawn uniformly, and counted.
 *
 * @param rangeMin the number of most similar candidates to skip, at least 0
 * @param rangeMax the end of the considered ranks, exclusive, above {@code rangeMin}; {@link
 *     Integer#MAX_VALUE} for all
 * @param maxScore the greatest allowed similarity S, in [-2, 2]; +∞ for any
 */
public record RankWindow(int rangeMin, int rangeMax, float maxScore) {
  /** The reason under which samples are counted that were drawn outside of an anchor's window. */
  public static final String EMPTY = "empty-window";

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
      throw new RequestException("max-score must lie in [-2, 2]; max-score=" + maxScore);
    }
  }

  /** Returns whether any similarity is allowed. */
  public boolean anyScore() {
    return maxScore == Float.POSITIVE_INFINITY;
  }

  /** Returns the lowest allowed ascending rank among this many candidates. */
  public int lowest(int candidates) {
    return Math.max(0, candidates - rangeMax);
  }

  /** Returns the end, exclusive, of the allowed ascending ranks among this many candidates. */
  public int end(int candidates) {
    return candidates - Math.min(candidates, rangeMin);
  }
}
