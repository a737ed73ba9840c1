// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;
import java.util.OptionalInt;

/**
 * Forecasts how many labels an interval of a given width needs. More labels reduce only a part of
 * the variance; the rest is due to the choice of the drawn members, and falls only if more members
 * are drawn.
 *
 * @param share the expected share, in [0, 1]
 * @param drawing the part of the variance that labels do not reduce, at least 0
 * @param spread the variance of one label, {@code share (1 - share)} without a judge; the variance
 *     of the share from n labels is {@code drawing + spread / n}
 * @param worth the number of independent labels that one label is worth, above 0
 */
public record LabelForecast(double share, double drawing, double spread, double worth) {
  /** More labels than anyone gives. */
  private static final int MOST = 10_000_000;

  /** Returns the forecast if only the share is known. */
  public static LabelForecast of(double share) {
    return new LabelForecast(share, 0, share * (1 - share), 1);
  }

  /** Returns the forecast from the labels given so far. */
  public static LabelForecast of(LabelledShare seen, int labels) {
    return new LabelForecast(
        cut(seen.share()),
        seen.drawing(),
        seen.labelling() * labels,
        Math.min(1, seen.count() / labels));
  }

  /**
   * Returns the forecast for labels of the same drawn members without a judge, and hence without
   * the gain from bins.
   */
  public static LabelForecast alone(LabelledShare seen) {
    double share = cut(seen.share());
    return new LabelForecast(
        share, Math.max(0, seen.drawing() - seen.between()), share * (1 - share), 1);
  }

  private static double cut(double share) {
    return Math.min(1, Math.max(0, share));
  }

  /**
   * Returns half the width of the interval from this many labels.
   *
   * @param labels at least 1
   * @param anytime whether the interval must be valid at every number of labels
   */
  public double halfWidth(int labels, boolean anytime) {
    double z = anytime ? FlooredInterval.anytimeZ(labels) : Interval.Z;
    return FlooredInterval.of(share, drawing + spread / labels, worth * labels, z).halfWidth();
  }

  /**
   * Returns the smallest number of labels whose interval has at most this half width; empty if no
   * number of labels suffices, so that more members must be drawn.
   *
   * @param halfWidth half the width of the interval, in (0, 0.5)
   * @param anytime whether the interval must be valid at every number of labels
   */
  public OptionalInt labels(double halfWidth, boolean anytime) {
    if (halfWidth(MOST, anytime) > halfWidth) {
      return OptionalInt.empty();
    }
    int low = 1;
    int high = MOST;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (halfWidth(middle, anytime) <= halfWidth) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return OptionalInt.of(low);
  }
}
