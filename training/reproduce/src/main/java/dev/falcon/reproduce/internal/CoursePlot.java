// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.LinePlot;
import dev.falcon.data.report.LinePlot.Point;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonResult.EpochResult;
import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** Plots a value over the epochs: its means over seeds, with their standard deviations as bands. */
final class CoursePlot {
  /** The maximum number of lines that a chart's colours can distinguish. */
  private static final int MOST_LINES = 6;

  private static final LinePlot.Size SIZE = new LinePlot.Size(420, 230);

  private CoursePlot() {}

  /**
   * Returns charts of a few variants each, all with the same axes; empty if the value is unknown.
   */
  static List<String> of(
      String title, List<VariantResult> variants, Function<EpochResult, Double> value) {
    TreeMap<String, List<Point>> lines = new TreeMap<>();
    List<String> names = new ArrayList<>();
    List<Double> ys = new ArrayList<>();
    double last = 0;
    for (VariantResult variant : variants) {
      List<Point> points = points(variant, value);
      if (!points.isEmpty()) {
        names.add(variant.name());
        lines.put(variant.name(), points);
        for (Point point : points) {
          ys.addAll(List.of(point.low(), point.high()));
          last = Math.max(last, point.x());
        }
      }
    }
    List<String> plots = new ArrayList<>();
    for (int from = 0; from < names.size(); from += MOST_LINES) {
      Axis epochs = Axis.between("epoch", 0, Math.max(1, last));
      LinePlot plot = new LinePlot(title, SIZE, epochs, Axis.around(title, ys));
      List<String> some = names.subList(from, Math.min(names.size(), from + MOST_LINES));
      for (int i = 0; i < some.size(); i++) {
        plot.add(some.get(i), LinePlot.Look.of(i), lines.get(some.get(i)));
      }
      plots.add(plot.toString());
    }
    return plots;
  }

  private static List<Point> points(VariantResult variant, Function<EpochResult, Double> value) {
    TreeMap<Integer, List<Double>> byEpoch = new TreeMap<>();
    for (RunResult run : variant.runs()) {
      for (EpochResult epoch : run.epochs()) {
        Double known = value.apply(epoch);
        if (known != null) {
          byEpoch.computeIfAbsent(epoch.epoch(), number -> new ArrayList<>()).add(known);
        }
      }
    }
    List<Point> points = new ArrayList<>();
    byEpoch.forEach(
        (epoch, values) -> {
          ComparisonResult.Spread spread = Statistics.spread(values);
          double half = spread.deviation() == null ? 0 : spread.deviation();
          points.add(new Point(epoch, spread.mean(), spread.mean() - half, spread.mean() + half));
        });
    return points;
  }
}
