// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One axis of a chart.
 *
 * @param name the quantity that it shows
 * @param low its lower end
 * @param high its upper end, above the lower
 * @param step the distance between two ticks
 */
public record Axis(String name, double low, double high, double step) {
  private static final double[] STEPS = {1, 2, 5, 10};
  private static final double SLACK = 1e-9;

  /** Returns an axis between two values, with about five ticks at round numbers. */
  public static Axis between(String name, double low, double high) {
    double width = high > low ? high - low : 1;
    double raw = width / 5;
    double unit = Math.pow(10, Math.floor(Math.log10(raw)));
    double step = unit * STEPS[STEPS.length - 1];
    for (double factor : STEPS) {
      if (raw <= factor * unit * (1 + SLACK)) {
        step = factor * unit;
        break;
      }
    }
    return new Axis(name, low, low + width, step);
  }

  /** Returns an axis that covers all values and whose ends are ticks; NaN is ignored. */
  public static Axis around(String name, List<Double> values) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    if (low > high) {
      return between(name, 0, 1);
    }
    double room = high > low ? 0 : Math.max(Math.abs(high), 1e-6) / 2;
    Axis tight = between(name, low - room, high + room);
    double step = tight.step;
    return new Axis(
        name,
        step * Math.floor(tight.low / step + SLACK),
        step * Math.ceil(tight.high / step - SLACK),
        step);
  }

  /** Positions of the ticks. */
  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(low / step - SLACK); i * step <= high + SLACK * step; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** Returns a tick's label. */
  String label(double tick) {
    int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step) - SLACK));
    return decimals > 4
        ? String.format(Locale.ROOT, "%.1e", tick)
        : String.format(Locale.ROOT, "%." + decimals + "f", tick);
  }

  /** Returns the relative position of a value, from 0 at the lower end to 1 at the upper end. */
  double place(double value) {
    return (value - low) / (high - low);
  }
}
