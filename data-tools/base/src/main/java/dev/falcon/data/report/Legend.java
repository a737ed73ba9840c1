// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The names of series, each beside a stroke in its colour, in as many lines as necessary. */
public final class Legend {
  private final Map<String, String> entries = new LinkedHashMap<>();

  /**
   * Adds a series, or sets its style.
   *
   * @param strength the opacity of the stroke, from 0 (invisible) to 1
   */
  public Legend add(String name, int colour, boolean dashed, double strength) {
    entries.put(
        name,
        "border-top-style:"
            + (dashed ? "dashed" : "solid")
            + ";color:var(--"
            + Svg.colour(colour)
            + ")"
            + (strength == 1 ? "" : String.format(Locale.ROOT, ";opacity:%.2f", strength)));
    return this;
  }

  /** Returns the legend as markup; empty if no series has a name. */
  @Override
  public String toString() {
    if (entries.isEmpty()) {
      return "";
    }
    StringBuilder out = new StringBuilder("<ul class=\"legend\">");
    entries.forEach(
        (name, style) ->
            out.append("<li><i style=\"")
                .append(style)
                .append("\"></i>")
                .append(Markup.escape(name))
                .append("</li>"));
    return out.append("</ul>\n").toString();
  }
}
