package dev.falcon.data.report;

import dev.falcon.data.report.LinePlot.Look;
import dev.falcon.data.report.LinePlot.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One drawing of a line chart, of one size. */
final class PlotArea {
  private static final double LEFT = 60;
  private static final double RIGHT = 10;
  private static final double TOP = 28;
  private static final double BOTTOM = 50;
  private static final int MOST_DOTS = 30;

  private final Svg svg;
  private final LinePlot.Size size;
  private final Axis x;
  private final Axis y;

  /** The axes and their names. */
  PlotArea(String title, LinePlot.Size size, Axis x, Axis y) {
    this.size = size;
    this.x = x;
    this.y = y;
    svg = new Svg(size.width(), size.height(), title);
    for (double tick : y.ticks()) {
      svg.line(LEFT, y(tick), size.width() - RIGHT, y(tick), "grid");
      svg.text(LEFT - 8, y(tick) + 4, "end", "faint", y.label(tick));
    }
    for (double tick : x.ticks()) {
      svg.text(x(tick), size.height() - BOTTOM + 18, "middle", "faint", x.label(tick));
    }
    svg.text((LEFT + size.width()) / 2, size.height() - 10, "middle", "faint", x.name());
    svg.text(LEFT - 44, TOP - 14, "start", "faint", y.name());
  }

  private double x(double value) {
    return LEFT + (size.width() - LEFT - RIGHT) * x.place(value);
  }

  private double y(double value) {
    return TOP + (size.height() - TOP - BOTTOM) * (1 - y.place(value));
  }

  /** With equal axes, y in percent of x's unit. */
  void diagonal() {
    svg.line(x(0), y(0), x(1), y(100), "grid");
  }

  /** Adds a line that has points. */
  void add(String name, Look look, List<Point> points) {
    String colour = Svg.colour(look.colour());
    List<Double> outline = new ArrayList<>();
    List<Double> path = new ArrayList<>();
    for (Point point : points) {
      path.addAll(List.of(x(point.x()), y(point.y())));
      outline.addAll(List.of(x(point.x()), y(point.high())));
    }
    for (int i = points.size() - 1; i >= 0; i--) {
      outline.addAll(List.of(x(points.get(i).x()), y(points.get(i).low())));
    }
    if (points.stream().anyMatch(point -> point.low() < point.high())) {
      svg.polygon(outline, "band " + colour);
    }
    String style = look.dashed() ? colour + " dashed" : colour;
    svg.polyline(path, style, look.strength());
    if (points.size() <= MOST_DOTS && look.strength() == 1) {
      points.forEach(point -> svg.dot(x(point.x()), y(point.y()), 3, colour, tip(name, point)));
    }
  }

  private String tip(String name, Point point) {
    String tip =
        String.format(
            Locale.ROOT,
            "%s%s %.4g: %.4g",
            name.isEmpty() ? "" : name + ", ",
            x.name(),
            point.x(),
            point.y());
    return point.low() < point.high()
        ? tip + String.format(Locale.ROOT, " [%.4g, %.4g]", point.low(), point.high())
        : tip;
  }

  /** The drawing as markup. */
  String end() {
    return svg.end();
  }
}
