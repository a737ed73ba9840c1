package dev.falcon.mining.corpus;

/**
 * Measured false negatives: withheld positives in lists.
 *
 * @param queries number of queries with withheld positives
 * @param withheld number of withheld positives
 * @param listed number of those in the lists of these queries
 * @param negatives number of negatives in these lists
 * @param share of the negatives that are withheld positives; NaN without any
 * @param low end of its 95 % interval
 * @param high end of its 95 % interval
 * @param rule the setting chosen by a target, such as {@code witness=0.5}; empty without a target
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

  /** The same, of a chosen rule. */
  public WithheldShare of(String chosen) {
    return new WithheldShare(queries, withheld, listed, negatives, share, low, high, chosen);
  }
}
