package dev.falcon.cli.internal;

import dev.falcon.data.Rejects;
import dev.falcon.training.FinetuneResult;
import java.nio.file.Path;
import java.util.Locale;

/** Fine-tuning's end, for people. */
public final class FinetuningTable {
  private FinetuningTable() {}

  /** The text. */
  public static String of(Path run, FinetuneResult result) {
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
    if (!result.finished()) {
      return text.append("The same command goes on from there.\n").toString();
    }
    if (!result.scores().isEmpty()) {
      text.append(ScoresTable.of("after epoch " + (result.epoch() + 1), result.scores()));
    }
    TextTable time = new TextTable("a step's time", "ms");
    result
        .milliseconds()
        .forEach((stage, value) -> time.row(stage, String.format(Locale.ROOT, "%.1f", value)));
    return text.append('\n').append(time).toString();
  }
}
