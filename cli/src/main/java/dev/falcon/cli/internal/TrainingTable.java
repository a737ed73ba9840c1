package dev.falcon.cli.internal;

import dev.falcon.data.Rejects;
import dev.falcon.training.RetrievalResult;
import dev.falcon.training.TrainResult;
import java.nio.file.Path;
import java.util.Locale;

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

  private static TextTable retrieval(RetrievalResult r) {
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
    RetrievalResult.TruthResult truth = r.truth();
    table.row(
        "by contrast",
        number(r.txtR1()),
        number(r.txtR5()),
        number(r.txtR10()),
        number(r.imgR1()),
        number(r.imgR5()),
        number(r.imgR10()),
        truth == null ? "" : number(truth.txtR1()),
        truth == null ? "" : number(truth.imgR1()));
    RetrievalResult.Reranked again = r.reranked();
    if (again != null) {
      table.row(
          "re-ranked by matching",
          number(again.txtR1()),
          number(again.txtR5()),
          number(again.txtR10()),
          number(again.imgR1()),
          number(again.imgR5()),
          number(again.imgR10()),
          again.truthTxtR1() == null ? "" : number(again.truthTxtR1()),
          again.truthImgR1() == null ? "" : number(again.truthImgR1()));
    }
    return table;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
