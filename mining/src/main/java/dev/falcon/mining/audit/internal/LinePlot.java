package dev.falcon.mining.audit.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A drawing of shares against a number, with bands where the shares have intervals. */
final class LinePlot {
  private static final double WIDTH = 620;
  private static final double HEIGHT = 300;
  private static final double LEFT = 60;
  private static final double TOP = 28;
  private static final double BOTTOM = 50;
  private static final double LEGEND = 240;
  private static final int COLOURS = 8;

  private final StringBuilder out = new StringBuilder();
  private final double low;
  private final double high;
  private int lines;

  /**
   * A point.
   *
   * @param y a share in [0, 1]
   * @param yLow the interval's lower end, or y
   * @param yHigh its upper end, or y
   */
  record Point(double x, double y, double yLow, double yHigh) {}

  /**
   * An empty drawing.
   *
   * @param low the left end of the axis
   * @param high its right end
   */
  LinePlot(String title, String xName, String yName, double low, double high) {
    this.low = low;
    this.high = high;
    out.append(
        String.format(
            Locale.ROOT,
            "<div class=\"wide\"><svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\""
                + " role=\"img\"><title>%s</title>%n",
            WIDTH + LEGEND,
            HEIGHT,
            WIDTH + LEGEND,
            HEIGHT,
            Markup.escape(title)));
    for (int tick = 0; tick <= 5; tick++) {
      double share = tick / 5.0;
      line(LEFT, y(share), WIDTH, y(share));
      text(LEFT - 8, y(share) + 4, "end", Integer.toString(20 * tick));
      double at = low + (high - low) * share;
      text(x(at), HEIGHT - BOTTOM + 18, "middle", String.format(Locale.ROOT, "%.1f", at));
    }
    text((LEFT + WIDTH) / 2, HEIGHT - 10, "middle", xName);
    text(LEFT - 44, TOP - 14, "start", yName);
  }

  private double x(double value) {
    return LEFT + (WIDTH - LEFT - 10) * (value - low) / (high - low);
  }

  private static double y(double share) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
  }

  private void line(double x1, double y1, double x2, double y2) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>%n",
            x1,
            y1,
            x2,
            y2));
  }

  private void text(double x, double y, String anchor, String content) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"faint\">%s</text>%n",
            x,
            y,
            anchor,
            Markup.escape(content)));
  }

  /** Where both axes are equal. */
  LinePlot diagonal() {
    line(x(0), y(0), x(1), y(1));
    return this;
  }

  /**
   * Adds a line.
   *
   * @param colour lines of one colour belong together
   * @param dashed tells two lines of one colour apart
   */
  LinePlot add(String name, int colour, boolean dashed, List<Point> points) {
    if (points.isEmpty()) {
      return this;
    }
    String style = "s" + colour % COLOURS;
    List<Point> back = new ArrayList<>();
    StringBuilder outline = new StringBuilder();
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      outline.append(coordinates(point.x(), point.yHigh()));
      path.append(coordinates(point.x(), point.y()));
      back.add(0, point);
    }
    back.forEach(point -> outline.append(coordinates(point.x(), point.yLow())));
    out.append("<polygon class=\"band ").append(style).append("\" points=\"").append(outline);
    out.append("\"/>\n<polyline class=\"").append(style).append(dashed ? " dashed" : "");
    out.append("\" style=\"fill:none\" points=\"").append(path).append("\"/>\n");
    for (Point point : points) {
      out.append(
          String.format(
              Locale.ROOT,
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" class=\"%s\"><title>%s</title></circle>%n",
              x(point.x()),
              y(point.y()),
              style,
              Markup.escape(
                  String.format(
                      Locale.ROOT,
                      "%s, %.3g: %.1f %% [%.1f, %.1f]",
                      name,
                      point.x(),
                      100 * point.y(),
                      100 * point.yLow(),
                      100 * point.yHigh()))));
    }
    double y = TOP + 16 * lines++;
    out.append(
        String.format(
            Locale.ROOT,
            "<polyline class=\"%s%s\" points=\"%.1f,%.1f %.1f,%.1f\"/>%n",
            style,
            dashed ? " dashed" : "",
            WIDTH + 10,
            y,
            WIDTH + 34,
            y));
    text(WIDTH + 40, y + 4, "start", name);
    return this;
  }

  private String coordinates(double x, double y) {
    return String.format(Locale.ROOT, "%.1f,%.1f ", x(x), y(y));
  }

  /** The drawing as markup. */
  String end() {
    return out + "</svg></div>\n";
  }
}
