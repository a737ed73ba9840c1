// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.IntervalChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws one row per variant: its runs as small dots, their mean as a large dot, and a range. */
final class RowPlot {
  private RowPlot() {}

  /**
   * A row.
   *
   * @param name the label of the row
   * @param dots the values of the runs
   * @param mean the mean; NaN for a row without one
   * @param half the half-length of the range around the mean; 0 for none
   * @param striking whether the row is drawn in the accent colour
   */
  record Row(String name, List<Double> dots, double mean, double half, boolean striking) {}

  /**
   * Draws the rows.
   *
   * @param origin whether the axis includes 0
   */
  static String of(String title, String unit, List<Row> rows, boolean origin) {
    IntervalChart chart = new IntervalChart(title, Axis.around(unit, values(rows, origin)));
    for (Row row : rows) {
      chart.row(
          row.name(),
          figures(row),
          List.of(
              new IntervalChart.Mark(
                  "",
                  row.striking() ? 1 : 0,
                  row.mean(),
                  row.mean() - row.half(),
                  row.mean() + row.half(),
                  row.dots())));
    }
    return chart.toString();
  }

  private static String figures(Row row) {
    if (Double.isNaN(row.mean())) {
      return "";
    }
    return row.half() > 0
        ? String.format(Locale.ROOT, "%.2f ± %.2f", row.mean(), row.half())
        : String.format(Locale.ROOT, "%.2f", row.mean());
  }

  private static List<Double> values(List<Row> rows, boolean origin) {
    List<Double> values = new ArrayList<>();
    for (Row row : rows) {
      values.addAll(row.dots());
      values.add(row.mean() - row.half());
      values.add(row.mean() + row.half());
    }
    if (origin) {
      values.add(0.0);
    }
    return values;
  }
}
