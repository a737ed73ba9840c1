package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.OfferedValues;
import dev.falcon.data.RequestException;
import dev.falcon.mining.report.SentenceColumns;
import dev.falcon.mining.report.SentenceLists;
import dev.falcon.mining.request.MiningTarget;
import picocli.CommandLine.Option;

/** The flags for the kind of output: batches, or lists of negatives and their layout. */
final class ListFlags {
  @Option(
      names = "--output",
      paramLabel = "WHAT",
      description = {
        "What to write (default: batches):",
        "  batches      a batch plan: every sample once per epoch;",
        "  negatives    a list of negatives for every sample."
      })
  private Output what = Output.BATCHES;

  @Option(
      names = "--num-negatives",
      paramLabel = "N",
      description = "With --output negatives: negatives per list (default: ${DEFAULT-VALUE}).")
  private int negatives = 1;

  @Option(
      names = "--columns",
      paramLabel = "LAYOUT",
      completionCandidates = OfferedValues.OfColumns.class,
      description =
          "Layout of the lists: triplet, n-tuple, labeled-pair or, with --texts, labeled-list"
              + " (default: ${DEFAULT-VALUE}).")
  private String columns = MiningTarget.Columns.TRIPLET.label();

  @Option(
      names = "--texts",
      description =
          "Write lists of captions, in exactly the columns that sentence-transformers' trainers"
              + " take. Without --texts, lists hold keys, for joins with other data.")
  private boolean texts;

  @Option(
      names = "--output-scores",
      description =
          "With --texts: also write scores. A score is S of image and text, the sum of the cosines"
              + " of both directions, in [-2, 2], not the similarity of the texts.")
  private boolean scores;

  /** The kind of output. */
  enum Output {
    BATCHES,
    NEGATIVES
  }

  /** Returns whether lists of negatives are requested, rather than batches. */
  boolean ofLists() {
    return what == Output.NEGATIVES;
  }

  /** Returns whether the lists hold captions. */
  boolean texts() {
    return texts;
  }

  /** Returns the number of negatives per sample. */
  int negatives() {
    return negatives;
  }

  /** Returns the default name of the output file or folder. */
  String defaultName() {
    return ofLists() ? "negatives" : "batch-plan";
  }

  /**
   * Returns the lists of captions to write.
   *
   * @throws RequestException if the flags conflict
   */
  SentenceLists sentences() {
    if (!ofLists()) {
      throw new RequestException("--texts applies to lists; give --output negatives, too");
    }
    return new SentenceLists(SentenceColumns.of(columns), negatives, scores);
  }

  /** Returns the mined lists; lists of captions are made from lists of keys. */
  MiningTarget target() {
    if (scores && !texts) {
      throw new RequestException("--output-scores needs --texts; lists of keys always have scores");
    }
    if (!ofLists()) {
      return new MiningTarget.Batches();
    }
    if (texts) {
      return new MiningTarget.Negatives(negatives, MiningTarget.Columns.TRIPLET);
    }
    return new MiningTarget.Negatives(negatives, MiningTarget.Columns.ofLabel(columns));
  }
}
