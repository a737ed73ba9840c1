// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.List;
import java.util.Locale;

/** Builds a chart; coordinates are pixels from the upper left corner. */
public final class Svg {
  /** Number of series colours; further series reuse them. */
  static final int COLOURS = 8;

  private static final double MARKER = 4;

  /**
   * Fraction of the width below which a chart scrolls instead of shrinking, so that text stays
   * legible.
   */
  private static final double LEAST_SCALE = 0.85;

  private final StringBuilder out = new StringBuilder();

  /** Creates an empty drawing. */
  public Svg(double width, double height, String title) {
    add(
        "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" style=\"min-width:%.0fpx\""
            + " role=\"img\"><title>%s</title>",
        width, height, width, height, LEAST_SCALE * width, Markup.escape(title));
  }

  private void add(String format, Object... values) {
    out.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /**
   * Adds text.
   *
   * @param anchor the point of the text that is placed at x: start, middle or end
   * @param style class names of the style sheet
   */
  public void text(double x, double y, String anchor, String style, String content) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>",
        x, y, anchor, style, Markup.escape(content));
  }

  /** Adds a straight line. */
  public void line(double x1, double y1, double x2, double y2, String style) {
    add(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>",
        x1, y1, x2, y2, style);
  }

  /**
   * Adds a line through points.
   *
   * @param points alternating x and y coordinates
   * @param strength the opacity, from 0 (invisible) to 1
   */
  public void polyline(List<Double> points, String style, double strength) {
    add(
        "<polyline class=\"%s\"%s points=\"%s\"/>",
        style, strength == 1 ? "" : attribute(strength), coordinates(points));
  }

  /** Adds a filled area; points are given as for a polyline. */
  public void polygon(List<Double> points, String style) {
    add("<polygon class=\"%s\" points=\"%s\"/>", style, coordinates(points));
  }

  private static String attribute(double strength) {
    return String.format(Locale.ROOT, " opacity=\"%.2f\"", strength);
  }

  private static String coordinates(List<Double> points) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < points.size(); i += 2) {
      text.append(String.format(Locale.ROOT, "%.1f,%.1f ", points.get(i), points.get(i + 1)));
    }
    return text.toString();
  }

  /** Adds a bar that shows its value on hover. */
  public void bar(double x, double y, double width, double height, String style, String tip) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\">"
            + "<title>%s</title></rect>",
        x, y, width, height, style, Markup.escape(tip));
  }

  /** Adds a dot that shows its value on hover. */
  public void dot(double x, double y, double radius, String style, String tip) {
    add(
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"><title>%s</title></circle>",
        x, y, radius, style, Markup.escape(tip));
  }

  /** Adds a marker whose shape distinguishes series when colours do not. */
  public void marker(double x, double y, int series, String tip) {
    List<Double> corners =
        switch (series % 4) {
          case 0 -> List.of();
          case 1 ->
              List.of(
                  x - MARKER,
                  y - MARKER,
                  x + MARKER,
                  y - MARKER,
                  x + MARKER,
                  y + MARKER,
                  x - MARKER,
                  y + MARKER);
          case 2 -> List.of(x, y - 5, x + 5, y, x, y + 5, x - 5, y);
          default -> List.of(x, y - 5, x + 5, y + MARKER, x - 5, y + MARKER);
        };
    if (corners.isEmpty()) {
      dot(x, y, MARKER, colour(series), tip);
    } else {
      add(
          "<polygon points=\"%s\" class=\"%s\"><title>%s</title></polygon>",
          coordinates(corners), colour(series), Markup.escape(tip));
    }
  }

  /** Adds the marker and the name of each series, side by side. */
  public void legend(double x, double y, List<String> names) {
    double left = x;
    for (int i = 0; i < names.size(); i++) {
      marker(left, y - MARKER, i, names.get(i));
      text(left + 10, y, "start", "", names.get(i));
      left += 34 + 7.0 * names.get(i).length();
    }
  }

  /** Returns the style of a series. */
  public static String colour(int series) {
    return "s" + series % COLOURS;
  }

  /** Returns the drawing as markup. */
  public String end() {
    return "<div class=\"wide\">" + out + "</svg></div>\n";
  }
}
