// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.reproduce.model.ComparisonResult.RunResult;
import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import dev.falcon.reproduce.model.ComparisonResult.VariantResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tech.tablesaw.api.DoubleColumn;
import tech.tablesaw.api.LongColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

/**
 * Converts a comparison's runs to a tablesaw table, for programs that join, summarise and plot
 * them.
 */
public final class RunTable {
  private static final String SLOPE = "slope";
  private static final String SLOPE_ERROR = "slope_error";
  private static final String REWARD_MEAN = "reward_mean";

  private RunTable() {}

  /**
   * Returns a table with one row per run: {@code variant, seed, status, steps}, every {@link
   * Measure} by its key (those of fine-tuning and of items only if any run has them), and {@code
   * slope, slope_error, reward_mean} of the reward over the quantile. A value that a run lacks is
   * missing.
   */
  public static Table of(ComparisonResult result) {
    Table table =
        Table.create(
            result.name(),
            StringColumn.create("variant"),
            LongColumn.create("seed"),
            StringColumn.create("status"),
            LongColumn.create("steps"));
    List<Measure> measures = new ArrayList<>(List.of(Measure.values()));
    List<Measure> optional = measures.stream().filter(Measure::optional).toList();
    measures.removeAll(optional);
    measures.addAll(ComparisonTables.measured(optional, result));
    measures.sort(Comparator.naturalOrder());
    for (Measure measure : measures) {
      table.addColumns(DoubleColumn.create(measure.key()));
    }
    table.addColumns(
        DoubleColumn.create(SLOPE),
        DoubleColumn.create(SLOPE_ERROR),
        DoubleColumn.create(REWARD_MEAN));
    for (VariantResult variant : result.variants()) {
      for (RunResult run : variant.runs()) {
        append(table, measures, variant.name(), run);
      }
    }
    return table;
  }

  private static void append(Table table, List<Measure> measures, String variant, RunResult run) {
    table.stringColumn("variant").append(variant);
    table.longColumn("seed").append(run.seed());
    table.stringColumn("status").append(run.status());
    table.longColumn("steps").append(run.steps());
    for (Measure measure : measures) {
      append(table, measure.key(), Optional.ofNullable(run.values().get(measure.key())));
    }
    Optional<SlopeResult> slope = Optional.ofNullable(run.slope());
    append(table, SLOPE, slope.map(SlopeResult::slope));
    append(table, SLOPE_ERROR, slope.map(SlopeResult::error));
    append(table, REWARD_MEAN, slope.map(SlopeResult::rewardMean));
  }

  private static void append(Table table, String column, Optional<Double> value) {
    table.doubleColumn(column).append(value.orElse(Double.NaN)); // a missing value in tablesaw
  }
}
