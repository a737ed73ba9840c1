// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report.internal;

import dev.falcon.data.report.Svg;
import dev.falcon.eval.report.Column;
import dev.falcon.eval.report.RunComparison;
import java.util.List;

/** The aggregates as groups of bars. */
final class BarChart {
  private static final double WIDTH = 900;
  private static final double TOP = 40;
  private static final double PLOT = 220;
  private static final double LEFT = 40;
  private static final double GAP = 0.25;

  private BarChart() {}

  static String of(RunComparison comparison) {
    List<RunComparison.Row> rows = comparison.aggregates();
    Svg svg = new Svg(WIDTH, TOP + PLOT + 40, "Means of main metrics by group of tasks");
    svg.legend(LEFT, 16, comparison.columns().stream().map(Column::name).toList());
    for (int percent = 0; percent <= 100; percent += 20) {
      double y = y(percent / 100.0);
      svg.line(LEFT, y, WIDTH, y, "grid");
      svg.text(LEFT - 6, y + 4, "end", "faint", Integer.toString(percent));
    }
    double group = (WIDTH - LEFT) / rows.size();
    double bar = group * (1 - GAP) / comparison.columns().size();
    for (int r = 0; r < rows.size(); r++) {
      double left = LEFT + group * (r + GAP / 2);
      svg.text(left + group * (1 - GAP) / 2, TOP + PLOT + 18, "middle", "", rows.get(r).name());
      for (int c = 0; c < comparison.columns().size(); c++) {
        RunComparison.Cell cell = rows.get(r).cells().get(c);
        if (cell.score() != null && cell.missing() > 0) {
          // A mean over other tasks cannot be compared, so there is no bar. Two lines, since bars
          // are narrow.
          double middle = left + (c + 0.45) * bar;
          svg.text(middle, TOP + PLOT - 15, "middle", "faint small", "lacks");
          svg.text(
              middle, TOP + PLOT - 4, "middle", "faint small", Integer.toString(cell.missing()));
        } else if (cell.score() != null && !Double.isNaN(cell.score().value())) {
          double y = y(cell.score().value());
          String tip = comparison.columns().get(c).name() + ": " + TextFile.cell(cell);
          svg.bar(left + c * bar, y, 0.9 * bar, TOP + PLOT - y, Svg.colour(c), tip);
          svg.text(
              left + (c + 0.45) * bar,
              y - 4,
              "middle",
              "faint small",
              TextFile.percent(cell.score().value()));
        }
      }
    }
    return svg.end();
  }

  private static double y(double fraction) {
    return TOP + PLOT * (1 - fraction);
  }
}
