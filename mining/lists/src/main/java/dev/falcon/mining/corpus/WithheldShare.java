// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

/**
 * The share of false negatives in lists, measured by withheld positives.
 *
 * @param queries the number of queries with withheld positives
 * @param withheld the number of withheld positives
 * @param listed the number of withheld positives in the lists of these queries
 * @param negatives the number of negatives in these lists
 * @param share the share of the negatives that are withheld positives, in [0, 1]; NaN without
 *     negatives
 * @param low the lower end of the share's 95 % interval
 * @param high the upper end of the share's 95 % interval
 * @param rule the setting that a target chose, such as {@code witness=0.5}; empty without a target
 */
public record WithheldShare(
    long queries,
    long withheld,
    long listed,
    long negatives,
    double share,
    double low,
    double high,
    String rule) {
  /** No measurement. */
  public static final WithheldShare NONE =
      new WithheldShare(0, 0, 0, 0, Double.NaN, Double.NaN, Double.NaN, "");

  /** Returns a copy with the setting that a target chose. */
  public WithheldShare of(String chosen) {
    return new WithheldShare(queries, withheld, listed, negatives, share, low, high, chosen);
  }
}
