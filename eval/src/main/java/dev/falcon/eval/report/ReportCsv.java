package dev.falcon.eval.report;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.table.CsvText;
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
final class ReportCsv {
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

  static void write(Path file, Comparison comparison) {
    try (AtomicFile output = AtomicFile.create(file)) {
      table(comparison)
          .write()
          .usingOptions(
              CsvWriteOptions.builder(output.path().toFile()).lineEnd("\n").header(true).build());
      output.commit();
    }
  }

  private static Table table(Comparison comparison) {
    Table table = Table.create("results");
    COLUMNS.forEach(name -> table.addColumns(StringColumn.create(name)));
    for (int i = 0; i < comparison.columns().size(); i++) {
      for (Comparison.Row row : comparison.tasks()) {
        append(table, comparison.columns().get(i).name(), row, i);
      }
      for (Comparison.Row row : comparison.aggregates()) {
        append(table, comparison.columns().get(i).name(), row, i);
      }
    }
    return table;
  }

  private static void append(Table table, String column, Comparison.Row row, int number) {
    Comparison.Cell cell = row.cells().get(number);
    Score score = cell.score();
    Score difference = cell.difference();
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

  private static String value(Score score) {
    return score == null ? "" : decimal(score.value());
  }

  private static String low(Score score) {
    Interval interval = score == null ? null : score.interval();
    return interval == null ? "" : decimal(interval.low());
  }

  private static String high(Score score) {
    Interval interval = score == null ? null : score.interval();
    return interval == null ? "" : decimal(interval.high());
  }

  private static String decimal(double value) {
    return Double.isNaN(value) ? "NaN" : String.format(Locale.ROOT, "%.6f", value);
  }
}
