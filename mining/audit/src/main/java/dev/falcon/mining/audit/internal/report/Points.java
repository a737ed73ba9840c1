// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.report;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.statistics.Interval;

/** Charts of shares with intervals. */
final class Points {
  private Points() {}

  /** Returns a point for a share, in percent. */
  static LinePlot.Point of(double x, double share, Interval interval) {
    return new LinePlot.Point(x, 100 * share, 100 * interval.low(), 100 * interval.high());
  }

  /** Returns an empty chart of shares, in percent. */
  static LinePlot plot(String title, Axis x, String yName) {
    return new LinePlot(title, LinePlot.Size.WIDE, x, Axis.between(yName, 0, 100));
  }
}
