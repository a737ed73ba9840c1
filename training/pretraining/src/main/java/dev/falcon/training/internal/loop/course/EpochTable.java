// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop.course;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.run.LossTerms;
import dev.falcon.training.run.MetricsLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Writes a table with one row per epoch: the means of its steps' metrics, and its evaluation. */
final class EpochTable {
  /**
   * The columns after the losses: their names, and the pointers to their values in a step's line.
   */
  private static final List<String[]> STEP_COLUMNS =
      List.of(
          new String[] {"gradient_norm", "/gradient_norm"},
          new String[] {"temperature", "/temperature"},
          new String[] {"fn_batch", "/false_negatives/batch"},
          new String[] {"fn_next", "/false_negatives/next"},
          new String[] {"fn_matching", "/false_negatives/matching"},
          new String[] {"fn_push", "/false_negatives/push"},
          new String[] {"quantile_mean", "/chain/quantile_mean"},
          new String[] {"quantile_deviation", "/chain/quantile_deviation"},
          new String[] {"similarity_mean", "/chain/similarity_mean"},
          new String[] {"reward", "/policy/reward"},
          new String[] {"alpha", "/policy/alpha"},
          new String[] {"beta", "/policy/beta"},
          new String[] {"policy_deviation", "/policy/policy_deviation"});

  private static final List<String> EVALUATION_COLUMNS =
      List.of("txt_r1", "txt_r5", "txt_r10", "img_r1", "img_r5", "img_r10");

  private EpochTable() {}

  /** The sums and counts by column. */
  private static final class Row {
    private final Map<String, double[]> sums = new HashMap<>();
    private JsonNode retrieval;
    private Scores measured = Scores.NONE;

    void add(String column, double value) {
      double[] sum = sums.computeIfAbsent(column, name -> new double[2]);
      sum[0] += value;
      sum[1]++;
    }

    /** Returns further cells, each preceded by a comma. */
    String measures(Set<String> names) {
      StringBuilder cells = new StringBuilder();
      for (String name : names) {
        Double value = measured.get(name);
        cells.append(value == null ? "," : String.format(Locale.ROOT, ",%.2f", value));
      }
      return cells.toString();
    }
  }

  /** Returns the table of the lines of metrics.jsonl, as CSV. */
  static String of(String place, BufferedReader lines) throws IOException {
    Map<Integer, Row> rows = new TreeMap<>();
    Set<String> columns = new LinkedHashSet<>();
    Set<String> measures = new LinkedHashSet<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode node = MetricsLine.parse(place, line);
      Row row = rows.computeIfAbsent(node.get("epoch").intValue(), epoch -> new Row());
      if (node.has("retrieval")) {
        row.retrieval = node.get("retrieval");
        continue;
      }
      if (node.has("evaluation")) {
        row.measured = MetricsLine.scores(place, node);
        measures.addAll(row.measured.values().keySet());
        continue;
      }
      Map<String, Double> losses = LossTerms.of(node);
      columns.addAll(losses.keySet());
      losses.forEach(row::add);
      for (String[] column : STEP_COLUMNS) {
        JsonNode value = node.at(column[1]);
        if (value.isNumber()) {
          row.add(column[0], value.asDouble());
        }
      }
    }
    STEP_COLUMNS.forEach(column -> columns.add(column[0]));
    StringJoiner table = new StringJoiner("\n", "", "\n");
    List<String> header = new ArrayList<>(List.of("epoch"));
    header.addAll(columns);
    header.addAll(EVALUATION_COLUMNS);
    header.addAll(measures);
    table.add(String.join(",", header));
    rows.forEach((epoch, row) -> table.add(line(epoch, row, columns) + row.measures(measures)));
    return table.toString();
  }

  private static String line(int epoch, Row row, Set<String> columns) {
    StringJoiner line = new StringJoiner(",");
    line.add(Integer.toString(epoch));
    for (String column : columns) {
      double[] sum = row.sums.get(column);
      line.add(sum == null ? "" : String.format(Locale.ROOT, "%.6g", sum[0] / sum[1]));
    }
    for (String column : EVALUATION_COLUMNS) {
      line.add(
          row.retrieval == null
              ? ""
              : String.format(Locale.ROOT, "%.2f", row.retrieval.get(column).asDouble()));
    }
    return line.toString();
  }
}
