package dev.falcon.eval.metric;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.Interval;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Recall at k in percent: the share of queries that have a right answer among their first k.
 *
 * @param ranks each query's place of its best right answer, from 0; {@link #MISSED} if it was not
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

  /** How many queries there are. */
  public int queries() {
    return ranks.length;
  }

  /** Recall at k in percent; NaN without queries. */
  public double at(int k) {
    return PERCENT * Arrays.stream(ranks).filter(rank -> rank < k).count() / ranks.length;
  }

  /**
   * The bootstrap's 95 % interval of recall at k, in percent: groups of queries are drawn with
   * replacement, as many as there are, and the middle 95 % of the recalls are kept.
   *
   * @param groupOfQuery which queries are drawn together, as an image's captions, which are alike;
   *     group numbers are 0 and above // [queries]
   * @param resamples how often
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
