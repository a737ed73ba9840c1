// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.report;

import java.util.List;

/** A table; all columns but the first are right-aligned, for numbers. */
public final class HtmlTable {
  private final StringBuilder out = new StringBuilder();

  /** Creates an empty table. */
  public HtmlTable(List<String> headings) {
    this("<table>", headings);
  }

  private HtmlTable(String tag, List<String> headings) {
    out.append("<div class=\"wide\">").append(tag).append("<thead>");
    row("th", headings);
    out.append("</thead><tbody>\n");
  }

  /** Returns an empty table of texts, which are left-aligned and may take several lines. */
  public static HtmlTable ofTexts(List<String> headings) {
    return new HtmlTable("<table class=\"texts\">", headings);
  }

  /** Adds a row. */
  public HtmlTable row(List<String> cells) {
    row("td", cells);
    return this;
  }

  private void row(String tag, List<String> cells) {
    out.append("<tr>");
    for (String cell : cells) {
      out.append('<').append(tag).append('>').append(Markup.escape(cell));
      out.append("</").append(tag).append('>');
    }
    out.append("</tr>\n");
  }

  /** Returns the table as markup. */
  @Override
  public String toString() {
    return out + "</tbody></table></div>\n";
  }
}
