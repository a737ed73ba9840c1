package dev.falcon.data.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names of series beside a stroke of their colour, in as many lines as necessary. */
public final class Legend {
  private final Map<String, String> entries = new LinkedHashMap<>();

  /** Adds a series, or sets its style. */
  public Legend add(String name, int colour, boolean dashed) {
    entries.put(
        name,
        "border-top-style:"
            + (dashed ? "dashed" : "solid")
            + ";color:var(--"
            + Svg.colour(colour)
            + ")");
    return this;
  }

  /** The legend as markup; empty if no series has a name. */
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
