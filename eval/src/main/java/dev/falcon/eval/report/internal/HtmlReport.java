// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report.internal;

import dev.falcon.data.report.HtmlTable;
import dev.falcon.data.report.Markup;
import dev.falcon.data.report.Page;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.report.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The comparison as one page, with two charts and three tables. */
public final class HtmlReport {
  private HtmlReport() {}

  public static String of(RunComparison comparison) {
    Page page = new Page("Zero-shot evaluation").lead(TextFile.conclusion(comparison));
    page.paragraph(introduction(comparison));
    page.section("Aggregates").add(BarChart.of(comparison));
    page.add(table(0, comparison, comparison.known(), TextFile::cell));
    List<RunComparison.Row> tasks = comparison.tasks(true);
    page.section("Tasks");
    if (!tasks.isEmpty()) {
      page.add(DotPlot.of(comparison.columns(), tasks));
      page.add(table(0, comparison, tasks, TextFile::cell));
    }
    List<RunComparison.Row> lacking = comparison.tasks(false);
    if (!lacking.isEmpty()) {
      page.folded(TextFile.lacking(comparison), table(1, comparison, lacking, TextFile::cell));
    }
    List<RunComparison.Row> rows = comparison.compared();
    if (!rows.isEmpty()) {
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

  /** Returns a table of the columns from the given one on. */
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
