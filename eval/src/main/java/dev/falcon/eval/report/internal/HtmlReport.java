package dev.falcon.eval.report.internal;

import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.report.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The comparison as one page: two drawings and three tables. */
public final class HtmlReport {
  private HtmlReport() {}

  public static String of(RunComparison comparison) {
    Page page = new Page("Zero-shot evaluation").paragraph(introduction(comparison));
    page.section("Aggregates").add(BarChart.of(comparison));
    page.add(table(0, comparison, comparison.aggregates(), TextFile::cell));
    page.section("Tasks").add(DotPlot.of(comparison));
    page.add(table(0, comparison, comparison.tasks(), TextFile::cell));
    if (comparison.columns().size() > 1) {
      List<RunComparison.Row> rows = new ArrayList<>(comparison.aggregates());
      rows.addAll(comparison.tasks());
      page.section("Differences to " + comparison.columns().get(0).name());
      page.add(table(1, comparison, rows, cell -> TextFile.points(cell.difference())));
    }
    List<String> notes = MarkdownReport.notes(comparison);
    if (!notes.isEmpty()) {
      page.section("Notes").add("<ul>\n");
      notes.forEach(note -> page.add("<li>" + Markup.escape(note) + "</li>\n"));
      page.add("</ul>\n");
    }
    return page.end(Suite.VERSION);
  }

  private static String introduction(RunComparison comparison) {
    return "Main metrics of "
        + comparison.tasks().size()
        + " tasks, in percent. Whiskers and brackets are 95 % intervals: Wilson's for shares of"
        + " samples, Newcombe's for their differences, a bootstrap over tasks for differences of"
        + " means. Means of per-class scores have none.";
  }

  /** A table of the columns from the given one on. */
  private static HtmlTable table(
      int from,
      RunComparison comparison,
      List<RunComparison.Row> rows,
      Function<RunComparison.Cell, String> text) {
    int to = comparison.columns().size();
    List<String> headings = new ArrayList<>(List.of(""));
    comparison.columns().subList(from, to).forEach(column -> headings.add(column.name()));
    HtmlTable table = new HtmlTable(headings);
    for (RunComparison.Row row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.name()));
      row.cells().subList(from, to).forEach(cell -> cells.add(text.apply(cell)));
      table.row(cells);
    }
    return table;
  }
}
