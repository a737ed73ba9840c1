package dev.falcon.cli.mine;

import dev.falcon.data.Warning;
import dev.falcon.mining.report.SentenceLists;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines about lists of texts that were written. */
final class SentenceNotes {
  private SentenceNotes() {}

  static List<String> of(Path file, SentenceLists.Written written, int negatives) {
    List<String> notes = new ArrayList<>();
    String leftOut =
        written.leftOut() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d samples with fewer than %,d negatives left out",
                written.leftOut(),
                negatives);
    notes.add(String.format(Locale.ROOT, "%s: %,d rows of texts%s", file, written.rows(), leftOut));
    if (written.ownPositives() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              Warning.line(
                  "anchor and positive are the same text in %,d of %,d rows, because the image has"
                      + " no other caption, or has it twice; a store of pairs of texts has two"),
              written.ownPositives(),
              written.anchors()));
    }
    return notes;
  }
}
