// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A line chart with bands for ranges. If it is wider than a phone's screen, it is drawn in two
 * sizes, and the style sheet shows the one that fits.
 */
public final class LinePlot {
  /** The size of a drawing that fits into 400 pixels; no wider chart is shown below 640. */
  private static final Size NARROW = new Size(340, 230);

  private final String title;
  private final Size size;
  private final Axis x;
  private final Axis y;
  private final List<Line> lines = new ArrayList<>();
  private final Legend legend = new Legend();
  private boolean diagonal;

  /** The size of a chart in pixels, without the legend above it. */
  public record Size(double width, double height) {
    /** The size of a chart that takes the full width. */
    public static final Size WIDE = new Size(700, 300);

    /** The size of each of two charts side by side. */
    public static final Size HALF = new Size(500, 260);

    /** The size of each of three charts side by side. */
    public static final Size THIRD = new Size(350, 220);
  }

  /**
   * A point.
   *
   * @param low the lower end of its range, or y
   * @param high the upper end of its range, or y
   */
  public record Point(double x, double y, double low, double high) {
    /** Returns a point without a range. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }
  }

  /**
   * The style of a line.
   *
   * @param colour the colour's number; lines of one colour belong together
   * @param dashed whether the line is dashed, which distinguishes two lines of one colour
   * @param strength the opacity, from 0 (invisible) to 1
   */
  public record Look(int colour, boolean dashed, double strength) {
    /** Returns the style of a solid line at full strength. */
    public static Look of(int colour) {
      return new Look(colour, false, 1);
    }
  }

  private record Line(String name, Look look, List<Point> points) {}

  /** Creates an empty drawing. */
  public LinePlot(String title, Size size, Axis x, Axis y) {
    this.title = title;
    this.size = size;
    this.x = x;
    this.y = y;
  }

  /** Adds the diagonal on which y, in percent, equals x, a fraction in [0, 1]. */
  public LinePlot diagonal() {
    diagonal = true;
    return this;
  }

  /**
   * Adds a line.
   *
   * @param name shown above the plot and at the points; empty for an unnamed line
   */
  public LinePlot add(String name, Look look, List<Point> points) {
    if (points.isEmpty()) {
      return this;
    }
    lines.add(new Line(name, look, List.copyOf(points)));
    if (!name.isEmpty()) {
      legend.add(name, look.colour(), look.dashed(), look.strength());
    }
    return this;
  }

  private String drawn(Size as) {
    Area area = new Area(title, as, x, y);
    if (diagonal) {
      area.diagonal();
    }
    lines.forEach(line -> area.add(line.name(), line.look(), line.points()));
    return area.end();
  }

  /** Returns the drawing as markup. */
  @Override
  public String toString() {
    String drawings =
        size.width() <= Size.THIRD.width()
            ? drawn(size)
            : "<div class=\"broad\">"
                + drawn(size)
                + "</div><div class=\"narrow\">"
                + drawn(NARROW)
                + "</div>";
    return "<div class=\"plot\">" + legend + drawings + "</div>\n";
  }

  /** One drawing of a line chart, in one size. */
  private static final class Area {
    private static final double LEFT = 60;
    private static final double RIGHT = 10;
    private static final double TOP = 28;
    private static final double BOTTOM = 50;
    private static final int MOST_DOTS = 30;

    private final Svg svg;
    private final Size size;
    private final Axis x;
    private final Axis y;

    /** Creates the axes and their names. */
    Area(String title, Size size, Axis x, Axis y) {
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

    /** Adds the diagonal on which y, in percent, equals x, a fraction in [0, 1]. */
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

    /** Returns the drawing as markup. */
    String end() {
      return svg.end();
    }
  }
}
