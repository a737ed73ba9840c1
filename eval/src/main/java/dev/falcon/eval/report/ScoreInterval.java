// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.statistics.Interval;

/**
 * A task's main metric in one column of a report.
 *
 * @param value the metric, as a fraction
 * @param interval the 95 % interval, if the metric is a proportion of a known number of samples;
 *     null for means of scores per class or per instance
 */
public record ScoreInterval(double value, Interval interval) {
  /** Returns a proportion with its interval. */
  public static ScoreInterval ofShare(double value, long samples) {
    return new ScoreInterval(value, Interval.wilson(value, (double) samples));
  }

  /**
   * Returns the difference of this score and another, with an interval if both have one. The two
   * are assumed to be independent, which is conservative if they were measured on the same samples.
   */
  ScoreInterval minus(ScoreInterval other) {
    Interval difference =
        interval == null || other.interval == null
            ? null
            : Interval.ofDifference(value, interval, other.value, other.interval);
    return new ScoreInterval(value - other.value, difference);
  }
}
