// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report.internal;

import dev.falcon.data.report.Svg;
import dev.falcon.data.statistics.Interval;
import dev.falcon.eval.report.Column;
import dev.falcon.eval.report.RunComparison;
import dev.falcon.eval.report.ScoreInterval;
import java.util.List;

/** The tasks as rows of dots, with whiskers for scores that have an interval. */
final class DotPlot {
  private static final double WIDTH = 900;
  private static final double LEFT = 190;
  private static final double RIGHT = 20;
  private static final double TOP = 50;
  private static final double ROW = 24;
  private static final double SPREAD = 2.5;

  private DotPlot() {}

  static String of(List<Column> columns, List<RunComparison.Row> rows) {
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(WIDTH, bottom + 24, "Main metric of each task");
    svg.legend(LEFT, 16, columns.stream().map(Column::name).toList());
    for (int percent = 0; percent <= 100; percent += 20) {
      double x = x(percent / 100.0);
      svg.line(x, TOP - 8, x, bottom, "grid");
      svg.text(x, bottom + 16, "middle", "faint", Integer.toString(percent));
    }
    for (int r = 0; r < rows.size(); r++) {
      double y = TOP + ROW * (r + 0.5);
      svg.text(LEFT - 10, y + 4, "end", "", rows.get(r).name());
      drawRow(svg, columns, rows.get(r), y);
    }
    return svg.end();
  }

  private static void drawRow(Svg svg, List<Column> columns, RunComparison.Row row, double y) {
    for (int c = 0; c < row.cells().size(); c++) {
      ScoreInterval score = row.cells().get(c).score();
      if (score == null || Double.isNaN(score.value())) {
        continue;
      }
      // The whiskers of a row's columns are a little apart.
      double offset = (c - (row.cells().size() - 1) / 2.0) * SPREAD;
      Interval interval = score.interval();
      if (interval != null) {
        svg.line(x(interval.low()), y + offset, x(interval.high()), y + offset, Svg.colour(c));
      }
      String name = columns.get(c).name();
      svg.marker(
          x(score.value()),
          y + offset,
          c,
          name + ", " + row.name() + ": " + TextFile.percent(score.value()));
    }
  }

  private static double x(double fraction) {
    return LEFT + (WIDTH - LEFT - RIGHT) * fraction;
  }
}
