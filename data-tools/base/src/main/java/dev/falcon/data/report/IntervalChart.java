// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.List;
import java.util.Locale;

/**
 * A chart of values with their ranges on one axis, one value or stack of values per row. It
 * consists of text and boxes, so that it is as readable on a phone as on a wide screen.
 */
public final class IntervalChart {
  private final Axis axis;
  private final Legend legend = new Legend();
  private final StringBuilder rows = new StringBuilder();
  private final String title;
  private final String grid;
  private boolean figured;

  /**
   * A value of a row.
   *
   * @param name the name of its series; empty if there is only one
   * @param colour the number of its series' colour
   * @param value the value; NaN for none
   * @param low the lower end of its range, or the value
   * @param high the upper end of its range, or the value
   * @param dots the single values from which it was computed, drawn as small dots
   */
  public record Mark(
      String name, int colour, double value, double low, double high, List<Double> dots) {
    public Mark {
      dots = List.copyOf(dots);
    }

    /** Returns a value with a range. */
    public static Mark of(String name, int colour, double value, double low, double high) {
      return new Mark(name, colour, value, low, high, List.of());
    }
  }

  /** Creates an empty chart. */
  public IntervalChart(String title, Axis axis) {
    this.title = title;
    this.axis = axis;
    StringBuilder lines = new StringBuilder();
    for (double tick : axis.ticks()) {
      String kind = tick == 0 && axis.low() < 0 ? "origin" : "tick";
      lines.append("<i class=\"").append(kind).append("\" style=\"").append(left(tick));
      lines.append("\"></i>");
    }
    grid = lines.toString();
  }

  /**
   * Adds a row.
   *
   * @param name the quantity that the row shows
   * @param figures the values as text; may be empty
   * @param marks the values, stacked if there are several
   */
  public IntervalChart row(String name, String figures, List<Mark> marks) {
    rows.append("<div class=\"interval\"><div>").append(Markup.escape(name)).append("</div>");
    rows.append("<div class=\"track\">").append(grid);
    for (int i = 0; i < marks.size(); i++) {
      mark(marks.get(i), 100.0 * (i + 1) / (marks.size() + 1));
    }
    figured |= !figures.isEmpty();
    rows.append("</div><div class=\"figures\">").append(Markup.escape(figures));
    rows.append("</div></div>\n");
    return this;
  }

  private void mark(Mark mark, double top) {
    if (!mark.name().isEmpty()) {
      legend.add(mark.name(), mark.colour(), false, 1);
    }
    String place = String.format(Locale.ROOT, "top:%.0f%%;color:var(--s%d);", top, colour(mark));
    for (double dot : mark.dots()) {
      rows.append("<i class=\"dot\" style=\"").append(place).append(left(dot));
      rows.append("\" title=\"").append(tip(mark.name(), dot)).append("\"></i>");
    }
    if (Double.isNaN(mark.value())) {
      return;
    }
    if (mark.low() < mark.high()) {
      double from = clipped(mark.low());
      rows.append("<i class=\"range\" style=\"").append(place);
      rows.append(String.format(Locale.ROOT, "left:%.2f%%;", 100 * from));
      rows.append(String.format(Locale.ROOT, "width:%.2f%%", 100 * (clipped(mark.high()) - from)));
      rows.append("\"></i>");
    }
    rows.append("<i class=\"value\" style=\"").append(place).append(left(mark.value()));
    rows.append("\" title=\"").append(tip(mark.name(), mark.value()));
    if (mark.low() < mark.high()) {
      rows.append(String.format(Locale.ROOT, " [%.4g, %.4g]", mark.low(), mark.high()));
    }
    rows.append("\"></i>");
  }

  private static int colour(Mark mark) {
    return mark.colour() % Svg.COLOURS;
  }

  private static String tip(String name, double value) {
    String number = String.format(Locale.ROOT, "%.4g", value);
    return name.isEmpty() ? number : Markup.escape(name) + ": " + number;
  }

  private double clipped(double value) {
    return Math.max(0, Math.min(1, axis.place(value)));
  }

  private String left(double value) {
    return String.format(Locale.ROOT, "left:%.2f%%", 100 * clipped(value));
  }

  /** Returns the chart as markup. */
  @Override
  public String toString() {
    StringBuilder ticks = new StringBuilder();
    for (double tick : axis.ticks()) {
      ticks.append("<span style=\"").append(left(tick)).append("\">");
      ticks.append(axis.label(tick)).append("</span>");
    }
    return "<div class=\"intervals"
        + (figured ? "" : " bare")
        + "\" role=\"group\" aria-label=\""
        + Markup.escape(title)
        + "\">\n"
        + legend
        + rows
        + "<div class=\"interval\"><div></div><div class=\"track scale\">"
        + ticks
        + "</div><div></div></div>\n<div class=\"interval\"><div></div><div class=\"unit\">"
        + Markup.escape(axis.name())
        + "</div><div></div></div>\n</div>\n";
  }
}
