// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import dev.falcon.data.report.LinePlot.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A histogram that shows, for each series, the share of its values in each bin. */
public final class Histogram {
  private static final int BINS = 60;

  private final double low;
  private final double high;
  private final List<String> names;
  private final Map<String, long[]> series = new LinkedHashMap<>();

  /**
   * Creates an empty histogram.
   *
   * @param low the start of the first bin
   * @param high the end of the last bin, above {@code low}; values outside are counted in the
   *     outermost bins
   * @param names the series that have a colour of their own on every page, by its number; others
   *     take the next colours in the order in which they occur
   */
  public Histogram(double low, double high, String... names) {
    this.low = low;
    this.high = high;
    this.names = new ArrayList<>(List.of(names));
  }

  /** Adds a value to a series; NaN is ignored. */
  public void add(String name, double value) {
    if (!Double.isNaN(value)) {
      int bin = (int) Math.floor((value - low) / (high - low) * BINS);
      if (!names.contains(name)) {
        names.add(name);
      }
      series.computeIfAbsent(name, key -> new long[BINS])[Math.max(0, Math.min(BINS - 1, bin))]++;
    }
  }

  /** Returns whether nothing was added. */
  public boolean isEmpty() {
    return series.isEmpty();
  }

  /** Returns the chart, with a step line in percent for each series. */
  public LinePlot plot(String title, String unit, LinePlot.Size size) {
    return plot(title, unit, size, 0, BINS);
  }

  /** Returns the chart without the empty bins at its ends. */
  public LinePlot plotOccupied(String title, String unit, LinePlot.Size size) {
    int from = BINS;
    int to = 0;
    for (long[] counts : series.values()) {
      for (int bin = 0; bin < BINS; bin++) {
        if (counts[bin] > 0) {
          from = Math.min(from, bin);
          to = Math.max(to, bin + 1);
        }
      }
    }
    return from < to ? plot(title, unit, size, from, to) : plot(title, unit, size);
  }

  private LinePlot plot(String title, String unit, LinePlot.Size size, int from, int to) {
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    List<Double> heights = new ArrayList<>(List.of(0.0));
    series.forEach(
        (name, counts) -> {
          long total = 0;
          for (long count : counts) {
            total += count;
          }
          List<Point> line = new ArrayList<>();
          for (int bin = from; bin < to; bin++) {
            double percent = 100.0 * counts[bin] / total;
            heights.add(percent);
            line.add(new Point(edge(bin), percent, 0, percent));
            line.add(new Point(edge(bin + 1), percent, 0, percent));
          }
          lines.put(name, line);
        });
    LinePlot plot =
        new LinePlot(
            title, size, Axis.between(unit, edge(from), edge(to)), Axis.around("percent", heights));
    for (String name : names) {
      if (lines.containsKey(name)) {
        plot.add(name, LinePlot.Look.of(names.indexOf(name)), lines.get(name));
      }
    }
    return plot;
  }

  private double edge(int bin) {
    return low + (high - low) * bin / BINS;
  }
}
