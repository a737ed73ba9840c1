// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.table.ScoresTable;
import dev.falcon.downstream.finetuning.FinetuneResult;
import java.nio.file.Path;

/** The result of fine-tuning, for people. */
public final class FinetuningTable {
  private FinetuningTable() {}

  /** Returns the text. */
  public static String of(Path run, FinetuneResult result) {
    String end = TrainingTable.end(run, result.finished(), result.steps(), result.checkpoint());
    if (!result.finished()) {
      return end;
    }
    String scores =
        result.scores().isEmpty()
            ? ""
            : ScoresTable.of("after epoch " + (result.epoch() + 1), result.scores()).toString();
    return end + scores + '\n' + TrainingTable.time(result.milliseconds());
  }
}
