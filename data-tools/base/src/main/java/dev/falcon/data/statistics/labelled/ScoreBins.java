// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Divides members into bins by the rank of their scores. Only the order of the scores matters, so
 * they may be probabilities, cosines or logits.
 */
public final class ScoreBins {
  /**
   * The shares of the bins, from the lowest scores up; the highest scores have the smallest bins.
   */
  private static final double[] SHARES = {0.6, 0.25, 0.1, 0.05};

  /** The bin of the highest scores. */
  public static final int HIGHEST = SHARES.length - 1;

  /**
   * The part of all labels that is spread evenly over the bins; the rest is divided in proportion
   * to their size.
   */
  private static final double EVEN = 0.3;

  private ScoreBins() {}

  /**
   * Returns the fraction of all scored members that a bin holds.
   *
   * @param bin the number of the bin, from 0 for the lowest scores to {@link #HIGHEST}
   */
  public static double part(int bin) {
    return SHARES[bin];
  }

  /**
   * Returns the bin of each member, numbered from 0 for the lowest scores. Members with equal
   * scores are ranked by their index, so that the sizes are exact. Members without a score form a
   * separate bin, the last.
   *
   * @param scores the scores; NaN for a member without one // [members]
   * @return the bin of each member {@code // [members]}
   */
  public static int[] byRank(float[] scores) {
    int[] ranked =
        IntStream.range(0, scores.length)
            .filter(member -> !Float.isNaN(scores[member]))
            .boxed()
            .sorted(Comparator.comparingDouble(member -> scores[member] + 0f))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] bins = new int[scores.length];
    Arrays.fill(bins, ranked.length == 0 ? 0 : SHARES.length);
    int start = 0;
    double upTo = 0;
    for (int bin = 0; bin < SHARES.length; bin++) {
      upTo += SHARES[bin];
      int end = (int) Math.rint(upTo * ranked.length);
      for (int rank = start; rank < end; rank++) {
        bins[ranked[rank]] = bin;
      }
      start = end;
    }
    return bins;
  }

  /**
   * Returns the probability that the next label is drawn from each bin: {@value #EVEN} is spread
   * evenly, the rest in proportion to size // [bins].
   *
   * @param shares the bins' shares of the weight of all members, which add up to 1 // [bins]
   */
  public static double[] chances(double[] shares) {
    long filled = Arrays.stream(shares).filter(share -> share > 0).count();
    return Arrays.stream(shares)
        .map(share -> share > 0 ? (1 - EVEN) * share + EVEN / filled : 0)
        .toArray();
  }

  /**
   * Returns the number of labels to give to each bin, by the method of largest remainders //
   * [bins].
   */
  public static int[] quotas(int labels, double[] shares) {
    double[] wanted = Arrays.stream(chances(shares)).map(chance -> labels * chance).toArray();
    int[] quotas = Arrays.stream(wanted).mapToInt(want -> (int) Math.floor(want)).toArray();
    int left = labels - Arrays.stream(quotas).sum();
    IntStream.range(0, quotas.length)
        .boxed()
        .sorted(Comparator.comparingDouble(bin -> quotas[bin] - wanted[bin]))
        .limit(left)
        .forEach(bin -> quotas[bin]++);
    return quotas;
  }
}
