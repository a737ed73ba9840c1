package dev.falcon.data.report.chart;

import dev.falcon.data.report.chart.LinePlot.Look;
import dev.falcon.data.report.chart.LinePlot.Point;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How often values occur: for each series the share of it in each of many stretches. */
public final class Histogram {
  private static final int BINS = 60;

  private final double low;
  private final double high;
  private final Map<String, long[]> series = new LinkedHashMap<>();

  /**
   * An empty histogram.
   *
   * @param low where the first stretch begins
   * @param high where the last ends, above low; values beyond count in the outermost
   */
  public Histogram(double low, double high) {
    this.low = low;
    this.high = high;
  }

  /** Counts a value of a series; NaN is none. */
  public void add(String name, double value) {
    if (!Double.isNaN(value)) {
      int bin = (int) Math.floor((value - low) / (high - low) * BINS);
      series.computeIfAbsent(name, key -> new long[BINS])[Math.max(0, Math.min(BINS - 1, bin))]++;
    }
  }

  /** Whether nothing was counted. */
  public boolean isEmpty() {
    return series.isEmpty();
  }

  /** The drawing: steps, in percent of each series. */
  public LinePlot plot(String title, String unit, LinePlot.Size size) {
    return plot(title, unit, size, 0, BINS);
  }

  /** The drawing without the empty stretches at its ends. */
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
    int colour = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      plot.add(line.getKey(), Look.of(colour++), line.getValue());
    }
    return plot;
  }

  private double edge(int bin) {
    return low + (high - low) * bin / BINS;
  }
}
