package dev.falcon.training.internal.comparison;

import dev.falcon.data.report.Axis;
import dev.falcon.data.report.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A row a variant: its runs as small dots, their mean as a large one, with a range. */
final class RowPlot {
  private static final double WIDTH = 540;
  private static final double LEFT = 175;
  private static final double RIGHT = 20;
  private static final double TOP = 10;
  private static final double ROW = 22;

  private RowPlot() {}

  /**
   * A row.
   *
   * @param dots of its runs
   * @param mean NaN for a row without
   * @param half of the range around the mean; 0 for none
   * @param striking whether it is drawn in the second colour
   */
  record Row(String name, List<Double> dots, double mean, double half, boolean striking) {}

  /**
   * A drawing of rows.
   *
   * @param origin whether the axis holds 0, with a line there
   */
  static String of(String title, String unit, List<Row> rows, boolean origin) {
    Axis axis = Axis.around(unit, values(rows, origin));
    double bottom = TOP + ROW * rows.size();
    Svg svg = new Svg(WIDTH, bottom + 44, title);
    for (double tick = axis.low(); tick <= axis.high() + axis.step() / 2; tick += axis.step()) {
      svg.line(x(axis, tick), TOP, x(axis, tick), bottom, "grid");
      svg.text(x(axis, tick), bottom + 16, "middle", "faint", label(axis, tick));
    }
    svg.text((LEFT + WIDTH - RIGHT) / 2, bottom + 36, "middle", "faint", axis.name());
    if (origin) {
      svg.line(x(axis, 0), TOP, x(axis, 0), bottom, "s6");
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(svg, axis, rows.get(i), TOP + ROW * (i + 0.5));
    }
    return svg.end();
  }

  private static void draw(Svg svg, Axis axis, Row row, double y) {
    svg.text(LEFT - 10, y + 4, "end", "", row.name());
    String style = Svg.colour(row.striking() ? 1 : 0);
    double low = row.mean() - row.half();
    double high = row.mean() + row.half();
    if (row.half() > 0) {
      svg.line(x(axis, low), y, x(axis, high), y, style);
    }
    for (double dot : row.dots()) {
      svg.dot(
          x(axis, dot), y, 2.5, "faint", String.format(Locale.ROOT, "%s: %.4g", row.name(), dot));
    }
    if (!Double.isNaN(row.mean())) {
      String range = row.half() > 0 ? " ± %.2g" : "";
      String tip =
          String.format(Locale.ROOT, "%s: %.4g" + range, row.name(), row.mean(), row.half());
      svg.dot(x(axis, row.mean()), y, 4.5, style, tip);
    }
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

  private static double x(Axis axis, double value) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (value - axis.low()) / (axis.high() - axis.low());
  }

  /** No more decimals than the ticks differ in. */
  private static String label(Axis axis, double tick) {
    int decimals = (int) Math.max(0, Math.ceil(-Math.log10(axis.step()) - 1e-9));
    double even = Math.abs(tick) < axis.step() / 2 ? 0 : tick;
    return String.format(Locale.ROOT, "%." + decimals + "f", even);
  }
}
