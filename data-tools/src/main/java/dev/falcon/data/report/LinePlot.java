package dev.falcon.data.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A line chart, with bands for ranges. It is drawn twice if it is wider than a telephone, and the
 * style sheet shows the one that fits.
 */
public final class LinePlot {
  /** Drawing within 400 pixels; no wider chart is shown below 640. */
  private static final Size NARROW = new Size(340, 230);

  private final String title;
  private final Size size;
  private final Axis x;
  private final Axis y;
  private final List<Line> lines = new ArrayList<>();
  private final Legend legend = new Legend();
  private boolean diagonal;

  /** Size of a chart, in pixels, without the names of its lines above it. */
  public record Size(double width, double height) {
    /** A chart of full width. */
    public static final Size WIDE = new Size(700, 300);

    /** One of two side by side. */
    public static final Size HALF = new Size(500, 260);

    /** One of three side by side. */
    public static final Size THIRD = new Size(350, 220);
  }

  /**
   * A point.
   *
   * @param low the lower end of its range, or y
   * @param high the upper end of its range, or y
   */
  public record Point(double x, double y, double low, double high) {
    /** A point without a range. */
    public static Point of(double x, double y) {
      return new Point(x, y, y, y);
    }
  }

  /**
   * Style of a line.
   *
   * @param colour lines of one colour belong together
   * @param dashed distinguishes two lines of one colour
   * @param strength from 0, invisible, to 1
   */
  public record Look(int colour, boolean dashed, double strength) {
    /** A plain line. */
    public static Look of(int colour) {
      return new Look(colour, false, 1);
    }
  }

  private record Line(String name, Look look, List<Point> points) {}

  /** An empty drawing. */
  public LinePlot(String title, Size size, Axis x, Axis y) {
    this.title = title;
    this.size = size;
    this.x = x;
    this.y = y;
  }

  /** With equal axes, y in percent of x's unit. */
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
      legend.add(name, look.colour(), look.dashed());
    }
    return this;
  }

  private String drawn(Size as) {
    PlotArea area = new PlotArea(title, as, x, y);
    if (diagonal) {
      area.diagonal();
    }
    lines.forEach(line -> area.add(line.name(), line.look(), line.points()));
    return area.end();
  }

  /** The drawing as markup. */
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
}
