package dev.falcon.eval.report;

import java.util.List;
import java.util.Locale;

/** Builds a drawing; coordinates are pixels from the upper left corner. */
final class Svg {
  /** How many columns have a colour of their own; further ones begin again. */
  static final int COLOURS = 8;

  private static final double MARKER = 4;

  private final StringBuilder out = new StringBuilder();

  Svg(double width, double height, String title) {
    out.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">",
            width,
            height,
            width,
            height));
    out.append("<title>").append(HtmlReport.escape(title)).append("</title>\n");
  }

  void text(double x, double y, String anchor, String style, String content) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>\n",
            x,
            y,
            anchor,
            style,
            HtmlReport.escape(content)));
  }

  void line(double x1, double y1, double x2, double y2, String style) {
    out.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n",
            x1,
            y1,
            x2,
            y2,
            style));
  }

  void bar(double x, double y, double width, double height, String style, String tip) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\">"
                + "<title>%s</title></rect>\n",
            x,
            y,
            width,
            height,
            style,
            HtmlReport.escape(tip)));
  }

  /** A marker whose form tells columns apart where colours do not. */
  void marker(double x, double y, int column, String tip) {
    String shape =
        switch (column % 4) {
          case 0 -> String.format(Locale.ROOT, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\"", x, y);
          case 1 ->
              polygon(
                  x - MARKER,
                  y - MARKER,
                  x + MARKER,
                  y - MARKER,
                  x + MARKER,
                  y + MARKER,
                  x - MARKER,
                  y + MARKER);
          case 2 -> polygon(x, y - 5, x + 5, y, x, y + 5, x - 5, y);
          default -> polygon(x, y - 5, x + 5, y + MARKER, x - 5, y + MARKER);
        };
    String name = shape.substring(1, shape.indexOf(' '));
    out.append(shape).append(" class=\"").append(colour(column)).append("\"><title>");
    out.append(HtmlReport.escape(tip)).append("</title></").append(name).append(">\n");
  }

  private static String polygon(double... points) {
    StringBuilder text = new StringBuilder("<polygon points=\"");
    for (int i = 0; i < points.length; i += 2) {
      text.append(String.format(Locale.ROOT, "%.1f,%.1f ", points[i], points[i + 1]));
    }
    return text.append('"').toString();
  }

  /** A marker and the name of each column, one beside the other. */
  void legend(double x, double y, List<Column> columns) {
    double left = x;
    for (int i = 0; i < columns.size(); i++) {
      marker(left, y - MARKER, i, columns.get(i).name());
      text(left + 10, y, "start", "", columns.get(i).name());
      left += 34 + 7.0 * columns.get(i).name().length();
    }
  }

  static String colour(int column) {
    return "s" + column % COLOURS;
  }

  String end() {
    return "<div class=\"wide\">" + out + "</svg></div>\n";
  }
}
