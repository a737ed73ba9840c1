package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;
import java.util.OptionalInt;

/**
 * How many labels make an interval as short as is wanted. Labels make only a part of the variance
 * smaller: the rest comes of which members were drawn, and takes more of those.
 *
 * @param share the share that is expected, in [0, 1]
 * @param drawing the variance that no count of labels changes, at least 0
 * @param spread the variance of one label: that of the share from n labels is {@code drawing +
 *     spread / n}; without a judge {@code share (1 - share)}
 * @param worth how many independent labels one is worth, above 0
 */
public record LabelForecast(double share, double drawing, double spread, double worth) {
  /** More labels than anybody gives. */
  private static final int MOST = 10_000_000;

  /** Where nothing is known but the share. */
  public static LabelForecast of(double share) {
    return new LabelForecast(share, 0, share * (1 - share), 1);
  }

  /** As labels that were given allow to foresee. */
  public static LabelForecast of(LabelledShare seen, int labels) {
    return new LabelForecast(
        cut(seen.share()),
        seen.drawing(),
        seen.labelling() * labels,
        Math.min(1, seen.count() / labels));
  }

  /** Labels of the same drawn members without a judge, whose bins then add nothing. */
  public static LabelForecast alone(LabelledShare seen) {
    double share = cut(seen.share());
    return new LabelForecast(
        share, Math.max(0, seen.drawing() - seen.between()), share * (1 - share), 1);
  }

  private static double cut(double share) {
    return Math.min(1, Math.max(0, share));
  }

  /**
   * Half the width of the interval by this many labels.
   *
   * @param labels at least 1
   * @param anytime whether the interval is to hold at every count of labels
   */
  public double halfWidth(int labels, boolean anytime) {
    double z = anytime ? FlooredInterval.anytimeZ(labels) : Interval.Z;
    return FlooredInterval.of(share, drawing + spread / labels, worth * labels, z).halfWidth();
  }

  /**
   * The fewest labels whose interval has at most this half width; none where no count of labels
   * suffices, so that more members must be drawn.
   *
   * @param halfWidth in (0, 0.5)
   * @param anytime whether the interval is to hold at every count of labels
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
