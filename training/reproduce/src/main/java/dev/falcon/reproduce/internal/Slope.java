// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sums for a least-squares fit of y over x with a separate mean for every group: an epoch of a
 * run, or of several runs.
 */
final class Slope {
  private final Map<String, Group> groups = new TreeMap<>();

  private static final class Group {
    private int n;
    private double meanX;
    private double meanY;
    private double xx;
    private double xy;
    private double yy;

    private void add(double x, double y) {
      n++;
      double dx = x - meanX;
      double dy = y - meanY;
      meanX += dx / n;
      meanY += dy / n;
      xx += dx * (x - meanX);
      xy += dx * (y - meanY);
      yy += dy * (y - meanY);
    }
  }

  public void add(String group, double x, double y) {
    groups.computeIfAbsent(group, name -> new Group()).add(x, y);
  }

  public void addAll(String prefix, Slope other) {
    other.groups.forEach((name, group) -> groups.put(prefix + name, group));
  }

  /** Returns the slope; null if x is constant or there are too few points. */
  public SlopeResult fit() {
    int n = 0;
    double xx = 0;
    double xy = 0;
    double yy = 0;
    double sum = 0;
    for (Group group : groups.values()) {
      n += group.n;
      xx += group.xx;
      xy += group.xy;
      yy += group.yy;
      sum += group.n * group.meanY;
    }
    int rest = n - groups.size();
    // A fixed quantile differs from its mean only by rounding.
    if (rest < 2 || xx <= 1e-12 * n) {
      return null;
    }
    double slope = xy / xx;
    double error = Math.sqrt(Math.max(0, yy - slope * xy) / (rest - 1) / xx);
    return new SlopeResult(n, slope, error, sum / n, Math.sqrt(yy / rest), Math.sqrt(xx / rest));
  }
}
