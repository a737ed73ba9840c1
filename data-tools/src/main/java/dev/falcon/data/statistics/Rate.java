package dev.falcon.data.statistics;

/**
 * A share with its interval.
 *
 * @param share the share, weighted; NaN where nothing was judged
 * @param interval its 95 % interval; null where nothing was judged
 * @param positives how many of the judged members count
 * @param judged how many members were judged
 * @param effective how many independent members, drawn of the whole, they are worth: fewer than
 *     were judged where they cluster, possibly more where strata of unlike shares were drawn apart
 * @param population how many members they stand for
 */
public record Rate(
    double share,
    Interval interval,
    long positives,
    long judged,
    double effective,
    double population) {
  /** The rate where nothing was judged. */
  public static final Rate NONE = new Rate(Double.NaN, null, 0, 0, 0, 0);
}
