package dev.falcon.training.internal.comparison;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.eval.report.ResultTables;
import dev.falcon.training.comparison.ComparisonResult;
import dev.falcon.training.comparison.ComparisonTables;
import dev.falcon.training.comparison.RunTable;
import java.nio.file.Path;

/** Writes a comparison's files. */
final class Tables {
  private Tables() {}

  static void write(Path folder, ComparisonResult result) {
    Json.write(folder.resolve("comparison.json"), result);
    ResultTables.write(RunTable.of(result), "%.6g", folder.resolve("comparison.csv"));
    AtomicFile.write(folder.resolve("comparison.md"), ComparisonTables.markdown(result));
    AtomicFile.write(folder.resolve("report.html"), ComparisonPage.of(result));
  }
}
