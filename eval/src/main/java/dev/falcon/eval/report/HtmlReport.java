package dev.falcon.eval.report;

import dev.falcon.data.BuildInfo;
import dev.falcon.eval.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The comparison as one page: two drawings and three tables, nothing loaded from anywhere, in light
 * and dark as the reader's system asks.
 */
final class HtmlReport {
  private HtmlReport() {}

  static String of(Comparison comparison) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>Zero-shot evaluation</title>\n<style>\n").append(style());
    page.append("</style>\n</head>\n<body>\n<h1>Zero-shot evaluation</h1>\n");
    paragraph(page, introduction(comparison));
    section(page, "Aggregates");
    page.append(BarChart.of(comparison));
    scores(page, comparison, comparison.aggregates());
    section(page, "Tasks");
    page.append(DotPlot.of(comparison));
    scores(page, comparison, comparison.tasks());
    if (comparison.columns().size() > 1) {
      section(page, "Differences to " + comparison.columns().get(0).name());
      differences(page, comparison);
    }
    List<String> notes = MarkdownReport.notes(comparison);
    if (!notes.isEmpty()) {
      section(page, "Notes");
      page.append("<ul>\n");
      notes.forEach(note -> page.append("<li>").append(escape(note)).append("</li>\n"));
      page.append("</ul>\n");
    }
    page.append("<p class=\"faint\">").append(escape(Suite.VERSION)).append("; falcon ");
    page.append(escape(BuildInfo.current().version())).append("</p>\n</body>\n</html>\n");
    return page.toString();
  }

  private static String introduction(Comparison comparison) {
    return "Main metrics of "
        + comparison.tasks().size()
        + " tasks, in percent. Whiskers and brackets are 95 % intervals: Wilson's for shares of"
        + " samples, Newcombe's for their differences, a bootstrap over tasks for differences of"
        + " means. Means of per-class scores have none.";
  }

  private static void scores(StringBuilder page, Comparison comparison, List<Comparison.Row> rows) {
    head(page, comparison.columns());
    for (Comparison.Row row : rows) {
      row(page, row.name(), row.cells().stream().map(TextFile::cell).toList());
    }
    page.append("</tbody></table></div>\n");
  }

  private static void differences(StringBuilder page, Comparison comparison) {
    head(page, comparison.columns().subList(1, comparison.columns().size()));
    for (List<Comparison.Row> rows : List.of(comparison.aggregates(), comparison.tasks())) {
      for (Comparison.Row row : rows) {
        List<Comparison.Cell> cells = row.cells().subList(1, row.cells().size());
        row(page, row.name(), cells.stream().map(c -> TextFile.points(c.difference())).toList());
      }
    }
    page.append("</tbody></table></div>\n");
  }

  private static void head(StringBuilder page, List<Column> columns) {
    page.append("<div class=\"wide\"><table><thead><tr><th></th>");
    columns.forEach(c -> page.append("<th>").append(escape(c.name())).append("</th>"));
    page.append("</tr></thead><tbody>\n");
  }

  private static void row(StringBuilder page, String name, List<String> cells) {
    page.append("<tr><td>").append(escape(name)).append("</td>");
    cells.forEach(cell -> page.append("<td>").append(escape(cell)).append("</td>"));
    page.append("</tr>\n");
  }

  private static void section(StringBuilder page, String title) {
    page.append("<h2>").append(escape(title)).append("</h2>\n");
  }

  private static void paragraph(StringBuilder page, String text) {
    page.append("<p>").append(escape(text)).append("</p>\n");
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static String style() {
    try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the report's style cannot be read from Falcon's own jar", e);
    }
  }
}
