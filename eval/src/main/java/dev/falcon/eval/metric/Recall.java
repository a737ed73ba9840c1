// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Interval;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Recall at k in percent: the share of queries that have a right answer among their first k.
 *
 * @param ranks the rank of each query's best right answer, from 0; {@link #MISSED} if it was not
 *     ranked // [queries]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Recall(int[] ranks) {
  /** The rank of a query without a right answer among its candidates. */
  public static final int MISSED = Integer.MAX_VALUE;

  private static final double PERCENT = 100;

  public Recall {
    ranks = ranks.clone();
  }

  /** Returns the number of queries. */
  public int queries() {
    return ranks.length;
  }

  /** Returns recall at k, in percent; NaN without queries. */
  public double at(int k) {
    return PERCENT * Arrays.stream(ranks).filter(rank -> rank < k).count() / ranks.length;
  }

  /**
   * Returns the bootstrap's 95 % interval of recall at k, in percent. Groups of queries are drawn
   * with replacement, as many as there are, and the interval holds the middle 95 % of the recalls.
   *
   * @param groupOfQuery the group of each query, from 0; the queries of a group, such as an image's
   *     captions, are drawn together, since they are alike // [queries]
   * @param resamples the number of resamples
   */
  public Interval interval(int k, int[] groupOfQuery, int resamples, RandomStream random) {
    int groups = 1 + Arrays.stream(groupOfQuery).max().orElseThrow();
    int[] hits = new int[groups];
    int[] sizes = new int[groups];
    for (int query = 0; query < ranks.length; query++) {
      hits[groupOfQuery[query]] += ranks[query] < k ? 1 : 0;
      sizes[groupOfQuery[query]]++;
    }
    int[] filled = IntStream.range(0, groups).filter(g -> sizes[g] > 0).toArray();
    double[] recalls = new double[resamples];
    for (int sample = 0; sample < resamples; sample++) {
      long found = 0;
      long drawn = 0;
      for (int i = 0; i < filled.length; i++) {
        int group = filled[random.nextInt(filled.length)];
        found += hits[group];
        drawn += sizes[group];
      }
      recalls[sample] = PERCENT * found / drawn;
    }
    return Interval.ofSamples(recalls);
  }
}
