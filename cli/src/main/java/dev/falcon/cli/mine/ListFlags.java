package dev.falcon.cli.mine;

import dev.falcon.data.RequestException;
import dev.falcon.mining.lists.SentenceColumns;
import dev.falcon.mining.lists.SentenceLists;
import dev.falcon.mining.request.MiningTarget;
import picocli.CommandLine.Option;

/** The flags that say what is mined: batches, or lists of negatives and their layout. */
final class ListFlags {
  @Option(
      names = "--output",
      paramLabel = "WHAT",
      description = {
        "What to write (default: batches):",
        "  batches      a batch plan: every sample once an epoch;",
        "  negatives    for every sample its own list of negatives."
      })
  private Output what = Output.BATCHES;

  @Option(
      names = {"--num-negatives", "--num_negatives"},
      paramLabel = "N",
      description = "Negatives of a sample, with --output negatives (default: ${DEFAULT-VALUE}).")
  private int negatives = 1;

  @Option(
      names = "--columns",
      paramLabel = "LAYOUT",
      description =
          "Layout of lists of negatives: triplet, n-tuple, labeled-pair or, with --texts,"
              + " labeled-list (default: ${DEFAULT-VALUE}).")
  private String columns = MiningTarget.Columns.TRIPLET.label();

  @Option(
      names = "--texts",
      description = {
        "Lists of the store's captions, in no columns but those that sentence-transformers'",
        "trainers take; without it lists of keys, for a join with data of one's own."
      })
  private boolean texts;

  @Option(
      names = {"--output-scores", "--output_scores"},
      description = "With --texts: a column of scores, too.")
  private boolean scores;

  /** What to write. */
  enum Output {
    BATCHES,
    NEGATIVES
  }

  /** Whether lists of negatives are asked for, not batches. */
  boolean ofLists() {
    return what == Output.NEGATIVES;
  }

  /** Whether the lists hold captions. */
  boolean texts() {
    return texts;
  }

  /** Negatives of a sample. */
  int negatives() {
    return negatives;
  }

  /** The name of the file or folder that is written where none is given. */
  String defaultName() {
    return ofLists() ? "negatives" : "batch-plan";
  }

  /**
   * The lists of captions to write.
   *
   * @throws RequestException where other flags leave no room for them
   */
  SentenceLists sentences() {
    if (!ofLists()) {
      throw new RequestException("--texts is of lists: give --output negatives, too");
    }
    return new SentenceLists(SentenceColumns.of(columns), negatives, scores);
  }

  /** What is mined; lists of captions are made of lists of keys. */
  MiningTarget target() {
    if (scores && !texts) {
      throw new RequestException("--output-scores is of --texts; lists of keys have scores always");
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
