package dev.falcon.eval.internal.report;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.table.csv.CsvText;
import dev.falcon.eval.report.RunComparison;
import dev.falcon.eval.report.ScoreInterval;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvWriteOptions;

/**
 * The comparison as a tidy table: {@code column, key, task, metric, score, low, high, difference,
 * difference_low, difference_high}. Numbers are fractions with six decimals, and empty where they
 * do not exist.
 */
public final class ReportCsv {
  private static final List<String> COLUMNS =
      List.of(
          "column",
          "key",
          "task",
          "metric",
          "score",
          "low",
          "high",
          "difference",
          "difference_low",
          "difference_high",
          "missing_tasks");

  /** How many columns hold names, the numbers coming behind. */
  private static final int TEXTS = 4;

  private ReportCsv() {}

  public static void write(Path file, RunComparison comparison) {
    try (AtomicFile output = AtomicFile.create(file)) {
      table(comparison)
          .write()
          .usingOptions(
              CsvWriteOptions.builder(output.path().toFile()).lineEnd("\n").header(true).build());
      output.commit();
    }
  }

  private static Table table(RunComparison comparison) {
    Table table = Table.create("results");
    COLUMNS.forEach(name -> table.addColumns(StringColumn.create(name)));
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
    RunComparison.Cell cell = row.cells().get(number);
    ScoreInterval score = cell.score();
    ScoreInterval difference = cell.difference();
    List<String> values =
        List.of(
            column,
            row.key(),
            row.name(),
            row.metric(),
            value(score),
            low(score),
            high(score),
            value(difference),
            low(difference),
            high(difference),
            Integer.toString(cell.missing()));
    for (int i = 0; i < values.size(); i++) {
      String text = values.get(i);
      table.stringColumn(i).append(i < TEXTS ? CsvText.guarded(text) : text);
    }
  }

  private static String value(ScoreInterval score) {
    return score == null ? "" : decimal(score.value());
  }

  private static String low(ScoreInterval score) {
    Interval interval = score == null ? null : score.interval();
    return interval == null ? "" : decimal(interval.low());
  }

  private static String high(ScoreInterval score) {
    Interval interval = score == null ? null : score.interval();
    return interval == null ? "" : decimal(interval.high());
  }

  private static String decimal(double value) {
    return Double.isNaN(value) ? "NaN" : String.format(Locale.ROOT, "%.6f", value);
  }
}
