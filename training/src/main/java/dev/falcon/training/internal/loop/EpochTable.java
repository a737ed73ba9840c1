package dev.falcon.training.internal.loop;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** A row an epoch: the means of its steps' metrics, and its evaluation. */
final class EpochTable {
  /** Column names and where a step's line holds the value. */
  private static final List<String[]> STEP_COLUMNS =
      List.of(
          new String[] {"itc", "/itc"},
          new String[] {"itm", "/itm"},
          new String[] {"mlm", "/mlm"},
          new String[] {"gradient_norm", "/gradient_norm"},
          new String[] {"temperature", "/temperature"},
          new String[] {"fn_batch", "/false_negatives/batch"},
          new String[] {"fn_next", "/false_negatives/next"},
          new String[] {"fn_matching", "/false_negatives/matching"},
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

  private static final class Row {
    private final double[] sums = new double[STEP_COLUMNS.size()];
    private final int[] counts = new int[STEP_COLUMNS.size()];
    private JsonNode retrieval;
  }

  /** The table of the lines of metrics.jsonl, as CSV. */
  static String of(BufferedReader lines) throws IOException {
    Map<Integer, Row> rows = new TreeMap<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode node = Json.mapper().readTree(line);
      Row row = rows.computeIfAbsent(node.get("epoch").asInt(), epoch -> new Row());
      if (node.has("retrieval")) {
        row.retrieval = node.get("retrieval");
        continue;
      }
      for (int i = 0; i < row.sums.length; i++) {
        JsonNode value = node.at(STEP_COLUMNS.get(i)[1]);
        if (value.isNumber()) {
          row.sums[i] += value.asDouble();
          row.counts[i]++;
        }
      }
    }
    StringJoiner table = new StringJoiner("\n", "", "\n");
    List<String> header = new ArrayList<>(List.of("epoch"));
    STEP_COLUMNS.forEach(column -> header.add(column[0]));
    header.addAll(EVALUATION_COLUMNS);
    table.add(String.join(",", header));
    rows.forEach((epoch, row) -> table.add(line(epoch, row)));
    return table.toString();
  }

  private static String line(int epoch, Row row) {
    StringJoiner line = new StringJoiner(",");
    line.add(Integer.toString(epoch));
    for (int i = 0; i < row.sums.length; i++) {
      line.add(
          row.counts[i] == 0
              ? ""
              : String.format(Locale.ROOT, "%.6g", row.sums[i] / row.counts[i]));
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
