package dev.falcon.cli.internal;

import dev.falcon.data.Rejects;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.TrainResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** A run's end, for people. */
public final class TrainingTable {
  private TrainingTable() {}

  /** The text. */
  public static String of(Path run, TrainResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s after %,d steps; checkpoint %s%n",
            run,
            result.finished() ? "done" : "interrupted",
            result.steps(),
            result.checkpoint().getFileName()));
    if (result.rejects() > 0) {
      text.append(
          String.format(
              Locale.ROOT,
              "%,d rejected; %s says why%n",
              result.rejects(),
              run.resolve(Rejects.FILE_NAME)));
    }
    if (result.retrieval() == null) {
      return text.append("The same command goes on from there.\n").toString();
    }
    text.append(retrieval(result.retrieval()));
    TextTable time = new TextTable("a step's time", "ms");
    result.milliseconds().forEach((stage, value) -> time.row(stage, number(value)));
    return text.append('\n').append(time).toString();
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
