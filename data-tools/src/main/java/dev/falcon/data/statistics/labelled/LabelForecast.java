package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;

/**
 * How many labels make an interval as short as is wanted.
 *
 * @param share the share that is expected, in [0, 1]
 * @param spread the variance of one label: of the share from n labels it is {@code spread / n};
 *     without a judge {@code share (1 - share)}
 * @param worth how many independent labels one is worth, in (0, 1]
 */
public record LabelForecast(double share, double spread, double worth) {
  /** More labels than anybody gives. */
  private static final int MOST = 10_000_000;

  /** Where nothing is known but the share. */
  public static LabelForecast of(double share) {
    return new LabelForecast(share, share * (1 - share), 1);
  }

  /** As labels that were given allow to foresee. */
  public static LabelForecast of(LabelledShare seen, int labels) {
    double share = Math.min(1, Math.max(0, seen.share()));
    return new LabelForecast(share, seen.variance() * labels, Math.min(1, seen.count() / labels));
  }

  /**
   * The fewest labels whose interval has at most this half width.
   *
   * @param halfWidth in (0, 0.5)
   * @param anytime whether the interval is to hold at every count of labels
   */
  public int labels(double halfWidth, boolean anytime) {
    int low = 1;
    int high = MOST;
    while (low < high) {
      int middle = (low + high) >>> 1;
      double z = anytime ? FlooredInterval.anytimeZ(middle) : Interval.Z;
      double half = FlooredInterval.of(share, spread / middle, worth * middle, z).halfWidth();
      if (half <= halfWidth) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
