// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.RecordFile;
import dev.falcon.eval.report.ResultTables;
import dev.falcon.reproduce.model.ComparisonResult;
import dev.falcon.reproduce.model.ComparisonTables;
import dev.falcon.reproduce.model.RunTable;
import java.nio.file.Path;

/** Writes a comparison's files. */
final class Tables {
  /** The name of the file with all numbers. */
  public static final String RESULT = "comparison.json";

  private Tables() {}

  public static void write(Path folder, ComparisonResult result) {
    RecordFile.write(folder.resolve(RESULT), result);
    AtomicFile.write(
        folder.resolve("comparison.csv"), ResultTables.text(RunTable.of(result), "%.6g"));
    AtomicFile.write(folder.resolve("comparison.md"), ComparisonTables.markdown(result));
    AtomicFile.write(folder.resolve("report.html"), ComparisonPage.of(result));
  }
}
