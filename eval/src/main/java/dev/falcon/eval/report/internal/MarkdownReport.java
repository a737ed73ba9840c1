// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report.internal;

import dev.falcon.data.PrintableText;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.report.Column;
import dev.falcon.eval.report.RunComparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The comparison as Markdown tables. */
public final class MarkdownReport {
  private MarkdownReport() {}

  public static String of(RunComparison comparison) {
    StringBuilder text = new StringBuilder("# Zero-shot evaluation\n\n");
    text.append(escape(unlinked(TextFile.conclusion(comparison)))).append("\n\n");
    text.append("Main metrics in percent. Differences are percentage points to the first column");
    text.append(", with 95 % intervals.\n\n## Aggregates\n\n");
    scores(text, comparison, comparison.known());
    text.append("\n## Tasks\n\n");
    scores(text, comparison, comparison.tasks(true));
    if (!comparison.tasks(false).isEmpty()) {
      text.append("\n## ").append(escape(unlinked(TextFile.lacking(comparison)))).append("\n\n");
      scores(text, comparison, comparison.tasks(false));
    }
    if (!comparison.compared().isEmpty()) {
      text.append("\n## Differences to ").append(escape(name(comparison.columns().get(0))));
      text.append("\n\n");
      differences(text, comparison);
    }
    for (String note : notes(comparison)) {
      text.append("\n- ").append(escape(unlinked(note)));
    }
    return text.append('\n').toString();
  }

  private static void scores(
      StringBuilder text, RunComparison comparison, List<RunComparison.Row> rows) {
    line(text, "", comparison.columns().stream().map(MarkdownReport::name).toList());
    rule(text, comparison.columns().size());
    for (RunComparison.Row row : rows) {
      line(text, row.name(), row.cells().stream().map(TextFile::cell).toList());
    }
  }

  private static void differences(StringBuilder text, RunComparison comparison) {
    List<Column> others = comparison.columns().subList(1, comparison.columns().size());
    line(text, "", others.stream().map(MarkdownReport::name).toList());
    rule(text, others.size());
    for (RunComparison.Row row : comparison.compared()) {
      List<RunComparison.Cell> cells = row.cells().subList(1, row.cells().size());
      line(text, row.name(), cells.stream().map(c -> TextFile.points(c.difference())).toList());
    }
  }

  private static void line(StringBuilder text, String head, List<String> cells) {
    text.append("| ").append(escape(head)).append(" | ");
    text.append(cells.stream().map(MarkdownReport::escape).collect(Collectors.joining(" | ")));
    text.append(" |\n");
  }

  private static void rule(StringBuilder text, int columns) {
    text.append("|---|").append("---:|".repeat(columns)).append('\n');
  }

  /** Returns a run's name, which makes no link. */
  private static String name(Column column) {
    return unlinked(column.name());
  }

  private static String unlinked(String text) {
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
  }

  private static String escape(String text) {
    return PrintableText.line(text)
        .replace("|", "\\|")
        .replace("`", "\\`")
        .replace("*", "\\*")
        .replace("<", "&lt;");
  }

  /** Notes on the numbers: near ties, duplicate names, rejected samples. */
  static List<String> notes(RunComparison comparison) {
    List<String> notes = new ArrayList<>();
    for (Column column : comparison.columns()) {
      for (TaskReport task : column.details().values().stream().sorted(byKey()).toList()) {
        if (task.absent() > 0) {
          notes.add(
              String.format(
                  Locale.ROOT,
                  "%s, %s: %,d samples of the published %,d, so the number is not the official one",
                  column.name(),
                  task.dataset(),
                  task.samples(),
                  task.samples() + task.rejected() + task.absent()));
        }
        if (task.equalClassVectors() > 0) {
          notes.add(
              column.name()
                  + ", "
                  + task.dataset()
                  + ": "
                  + task.equalClassVectors()
                  + " of "
                  + task.classes()
                  + " classes have the very vector of another");
        }
        if (task.rejected() > 0) {
          notes.add(
              column.name()
                  + ", "
                  + task.dataset()
                  + ": "
                  + task.rejected()
                  + " samples could not be used, so the number is not the official one");
        }
        if (task.tieBudget().below1e3() > 0) {
          notes.add(
              column.name()
                  + ", "
                  + task.dataset()
                  + ": "
                  + task.tieBudget().below1e3()
                  + " decisions are within 1e-3 of a tie"
                  + (task.duplicateClassNames().isEmpty()
                      ? ""
                      : "; class names that occur twice: "
                          + String.join(", ", task.duplicateClassNames())));
        }
      }
    }
    return notes;
  }

  private static Comparator<TaskReport> byKey() {
    return Comparator.comparing(TaskReport::key);
  }
}
