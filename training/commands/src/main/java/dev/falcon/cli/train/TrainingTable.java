// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.train;

import dev.falcon.cli.internal.table.Counted;
import dev.falcon.cli.internal.table.TextTable;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The result of a run, for people. */
public final class TrainingTable {
  private TrainingTable() {}

  /** Returns the text. */
  public static String of(Path run, TrainResult result) {
    String end = end(run, result.finished(), result.steps(), result.checkpoint());
    return result.retrieval() == null
        ? end
        : end + retrieval(result.retrieval()) + '\n' + time(result.milliseconds());
  }

  /** Returns the progress of a run. */
  static String end(Path run, boolean finished, long steps, Path checkpoint) {
    String state = finished ? "done" : "interrupted";
    String end =
        String.format(
            Locale.ROOT,
            "%s: %s after %s; checkpoint %s%n",
            run,
            state,
            Counted.of(steps, "step"),
            checkpoint.getFileName());
    return finished ? end : end + "The same command resumes from there.\n";
  }

  /** Returns the times of a step's stages. */
  static TextTable time(Map<String, Double> milliseconds) {
    TextTable time = new TextTable("a step's time", "ms");
    milliseconds.forEach((stage, value) -> time.row(stage, number(value)));
    return time;
  }

  private static TextTable retrieval(Scores scores) {
    TextTable table =
        new TextTable(
            "retrieval",
            "TR@1",
            "TR@5",
            "TR@10",
            "IR@1",
            "IR@5",
            "IR@10",
            "true TR@1",
            "true IR@1");
    table.row(row("by contrast", scores, "truth.txt_r1", "truth.img_r1"));
    Scores again = scores.group("reranked");
    if (!again.isEmpty()) {
      table.row(row("re-ranked by matching", again, "truth_txt_r1", "truth_img_r1"));
    }
    return table;
  }

  private static String[] row(String name, Scores scores, String trueText, String trueImage) {
    return Stream.concat(
            Stream.of(name),
            Stream.of(
                    "txt_r1", "txt_r5", "txt_r10", "img_r1", "img_r5", "img_r10", trueText,
                    trueImage)
                .map(score -> scores.has(score) ? number(scores.get(score)) : ""))
        .toArray(String[]::new);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
