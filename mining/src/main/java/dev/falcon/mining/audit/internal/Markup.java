package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.statistics.Rate;
import java.util.List;
import java.util.Locale;

/** Pieces of HTML. */
final class Markup {
  private Markup() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A share in percent with its interval. */
  static String percent(Rate rate) {
    return rate == null || rate.interval() == null
        ? "–"
        : String.format(
            Locale.ROOT,
            "%.2f [%.2f, %.2f]",
            100 * rate.share(),
            100 * rate.interval().low(),
            100 * rate.interval().high());
  }

  static String decimal(Double value) {
    return value == null || value.isNaN() ? "–" : String.format(Locale.ROOT, "%.4f", value);
  }

  static void head(StringBuilder page, String... headings) {
    page.append("<div class=\"wide\"><table><thead><tr>");
    for (String heading : headings) {
      page.append("<th>").append(escape(heading)).append("</th>");
    }
    page.append("</tr></thead><tbody>\n");
  }

  static void row(StringBuilder page, List<String> cells) {
    page.append("<tr>");
    cells.forEach(cell -> page.append("<td>").append(escape(cell)).append("</td>"));
    page.append("</tr>\n");
  }

  static void endTable(StringBuilder page) {
    page.append("</tbody></table></div>\n");
  }
}
