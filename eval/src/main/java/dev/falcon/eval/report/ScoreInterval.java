package dev.falcon.eval.report;

import dev.falcon.data.statistics.Interval;

/**
 * A task's main metric in one column of a report.
 *
 * @param value as a fraction
 * @param interval its 95 % interval where the metric is a proportion of a known number of samples;
 *     null for means of per-class or per-instance scores
 */
public record ScoreInterval(double value, Interval interval) {
  /** A proportion. */
  public static ScoreInterval ofShare(double value, long samples) {
    return new ScoreInterval(value, Interval.wilson(value, (double) samples));
  }

  /**
   * How far this is above another, with an interval where both have one; the two are taken as
   * independent, which is cautious where they were measured on the same samples.
   */
  ScoreInterval minus(ScoreInterval other) {
    Interval difference =
        interval == null || other.interval == null
            ? null
            : Interval.ofDifference(value, interval, other.value, other.interval);
    return new ScoreInterval(value - other.value, difference);
  }
}
