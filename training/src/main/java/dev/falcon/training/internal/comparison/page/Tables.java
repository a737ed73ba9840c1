package dev.falcon.training.internal.comparison.page;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.eval.report.ResultTables;
import dev.falcon.training.comparison.result.ComparisonResult;
import dev.falcon.training.comparison.result.ComparisonTables;
import dev.falcon.training.comparison.result.RunTable;
import java.nio.file.Path;

/** Writes a comparison's files. */
public final class Tables {
  private Tables() {}

  public static void write(Path folder, ComparisonResult result) {
    Json.write(folder.resolve("comparison.json"), result);
    AtomicFile.write(
        folder.resolve("comparison.csv"), ResultTables.text(RunTable.of(result), "%.6g"));
    AtomicFile.write(folder.resolve("comparison.md"), ComparisonTables.markdown(result));
    AtomicFile.write(folder.resolve("report.html"), ComparisonPage.of(result));
  }
}
