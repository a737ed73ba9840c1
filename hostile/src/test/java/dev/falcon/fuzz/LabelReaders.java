// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.mining.label.LabelAnswer;
import dev.falcon.mining.label.LabelClaims;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** Readers of a folder of labels. */
final class LabelReaders {
  private LabelReaders() {}

  /** The folder without an annotator's answers. */
  static Path beside() {
    return World.folder().resolve("labels");
  }

  static void order(Path file) {
    LabelFolder.open(file.getParent()).order().digest();
  }

  static void journal(Path file) {
    LabelFolder folder = LabelFolder.open(file.getParent());
    folder.answers(folder.order());
  }

  static void claims(Path file) {
    LabelFolder folder = LabelFolder.open(file.getParent());
    new LabelClaims(folder).claim("me", others -> new TreeSet<>(others.headSet(1)));
  }

  /** A journal of three answers. */
  static List<byte[]> answers(Seeds factory) throws IOException {
    LabelOrder order = LabelFolder.open(beside()).order();
    LabelFolder folder = LabelFolder.begin(factory.folder().resolve("labels"), order);
    folder.adding(
        "a",
        journal -> {
          for (int rank = 0; rank < 3; rank++) {
            LabelPair pair = order.pairs().get(rank);
            journal.add(
                new LabelAnswer(
                    pair.imageKey(),
                    pair.textKey(),
                    rank == 1 ? null : Boolean.TRUE,
                    "a",
                    "2026-01-01T00:00:00Z",
                    10,
                    rank,
                    order.digest(),
                    false,
                    rank == 2,
                    false,
                    false,
                    "\u00e9"));
          }
        });
    return List.of(Files.readAllBytes(folder.journal("a")));
  }
}
