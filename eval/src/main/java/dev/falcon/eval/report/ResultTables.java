// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.data.statistics.Interval;
import dev.falcon.data.table.CsvText;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Optional;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.io.csv.CsvWriteOptions;

/**
 * Converts results to tablesaw's tables, for programs that join, summarise and plot them. A value
 * that does not exist is missing in the table.
 */
public final class ResultTables {
  /** The start of the first line of such a table. */
  static final String HEADER = "column,key,task,metric,score,";

  private ResultTables() {}

  /**
   * Returns a comparison of evaluations as a tidy table with a row per column and task, and then
   * rows for the means: the texts {@code column, key, task, metric} (a mean has no key and metric),
   * the fractions {@code score, low, high, difference, difference_low, difference_high} and the
   * count {@code missing_tasks}. Differences are to the first column; the intervals are 95 %
   * intervals.
   */
  public static Table of(RunComparison comparison) {
    Table table =
        Table.create(
            "results",
            StringColumn.create("column"),
            StringColumn.create("key"),
            StringColumn.create("task"),
            StringColumn.create("metric"),
            DoubleColumn.create("score"),
            DoubleColumn.create("low"),
            DoubleColumn.create("high"),
            DoubleColumn.create("difference"),
            DoubleColumn.create("difference_low"),
            DoubleColumn.create("difference_high"),
            IntColumn.create("missing_tasks"));
    for (int i = 0; i < comparison.columns().size(); i++) {
      for (RunComparison.Row row : comparison.tasks()) {
        append(table, comparison.columns().get(i).name(), row, i);
      }
      for (RunComparison.Row row : comparison.aggregates()) {
        append(table, comparison.columns().get(i).name(), row, i);
      }
    }
    return table;
  }

  private static void append(Table table, String column, RunComparison.Row row, int number) {
    table.stringColumn("column").append(column);
    table.stringColumn("key").append(row.key());
    table.stringColumn("task").append(row.name());
    table.stringColumn("metric").append(row.metric());
    RunComparison.Cell cell = row.cells().get(number);
    append(table, "score", "", cell.score());
    append(table, "difference", "difference_", cell.difference());
    table.intColumn("missing_tasks").append(cell.missing());
  }

  private static void append(Table table, String name, String prefix, ScoreInterval score) {
    Optional<ScoreInterval> known = Optional.ofNullable(score);
    Optional<Interval> interval = known.map(ScoreInterval::interval);
    append(table.doubleColumn(name), known.map(ScoreInterval::value));
    append(table.doubleColumn(prefix + "low"), interval.map(Interval::low));
    append(table.doubleColumn(prefix + "high"), interval.map(Interval::high));
  }

  private static void append(DoubleColumn column, Optional<Double> value) {
    column.append(value.orElse(Double.NaN)); // a missing value in tablesaw
  }

  /**
   * Returns a table as CSV. Missing values are empty, and texts are {@linkplain CsvText guarded}.
   *
   * @param number the format of fractions, as in {@link String#format}
   */
  public static String text(Table table, String number) {
    Table printed = Table.create(table.name());
    for (Column<?> column : table.columns()) {
      StringColumn texts = StringColumn.create(column.name());
      for (int row = 0; row < column.size(); row++) {
        texts.append(column.isMissing(row) ? "" : text(column.get(row), number));
      }
      printed.addColumns(texts);
    }
    StringWriter csv = new StringWriter();
    printed.write().usingOptions(CsvWriteOptions.builder(csv).lineEnd("\n").header(true).build());
    return csv.toString();
  }

  private static String text(Object value, String number) {
    return value instanceof Double fraction
        ? String.format(Locale.ROOT, number, fraction)
        : CsvText.guarded(value.toString());
  }
}
