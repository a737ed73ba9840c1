package dev.falcon.training.internal.comparison;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.training.comparison.ComparisonResult;
import dev.falcon.training.comparison.ComparisonResult.RunResult;
import dev.falcon.training.comparison.ComparisonResult.VariantResult;
import dev.falcon.training.comparison.ComparisonTables;
import dev.falcon.training.comparison.Measure;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;

/** Writes a comparison's files. */
final class Tables {
  private Tables() {}

  static void write(Path folder, ComparisonResult result) {
    Json.write(folder.resolve("comparison.json"), result);
    AtomicFile.write(folder.resolve("comparison.csv"), csv(result));
    AtomicFile.write(folder.resolve("comparison.md"), ComparisonTables.markdown(result));
    AtomicFile.write(folder.resolve("report.html"), ComparisonPage.of(result));
  }

  /** A row a run. */
  private static String csv(ComparisonResult result) {
    StringJoiner table = new StringJoiner("\n", "", "\n");
    StringJoiner header = new StringJoiner(",");
    header.add("variant").add("seed").add("status").add("steps");
    for (Measure measure : Measure.values()) {
      header.add(measure.key());
    }
    header.add("slope").add("slope_error").add("reward_mean");
    table.add(header.toString());
    for (VariantResult variant : result.variants()) {
      for (RunResult run : variant.runs()) {
        StringJoiner row = new StringJoiner(",");
        row.add(variant.name()).add(Long.toString(run.seed())).add(run.status());
        row.add(Long.toString(run.steps()));
        for (Measure measure : Measure.values()) {
          row.add(number(run.values().get(measure.key())));
        }
        row.add(run.slope() == null ? "" : number(run.slope().slope()));
        row.add(run.slope() == null ? "" : number(run.slope().error()));
        row.add(run.slope() == null ? "" : number(run.slope().rewardMean()));
        table.add(row.toString());
      }
    }
    return table.toString();
  }

  private static String number(Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.6g", value);
  }
}
