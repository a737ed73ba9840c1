package dev.falcon.mining.request;

import dev.falcon.data.RequestException;

/** The kind of output of a run. */
public sealed interface MiningTarget {
  /** Batches that cover the store: a batch plan. */
  record Batches() implements MiningTarget {}

  /**
   * A list of negatives for every sample, for trainers that use lists.
   *
   * @param count the number of negatives per sample, at least 1: those with ranks nearest to the
   *     policy's quantile, the most similar first
   * @param columns the layout of the lists
   */
  record Negatives(int count, Columns columns) implements MiningTarget {
    private static final int MOST_COLUMNS = 1000;

    public Negatives {
      if (count < 1) {
        throw new RequestException("num-negatives must be at least 1; num-negatives=" + count);
      }
      if (columns == Columns.N_TUPLE && count > MOST_COLUMNS) {
        throw new RequestException(
            "an n-tuple must have at most 1,000 negatives; num-negatives=" + count);
      }
    }
  }

  /** sentence-transformers' layouts. */
  enum Columns {
    /** anchor, positive, negative: one row per negative. */
    TRIPLET("triplet"),
    /** anchor, positive, negative_1 … negative_n: one row per anchor. */
    N_TUPLE("n-tuple"),
    /** anchor, candidate, label: one row per pair, the positive's label 1. */
    LABELED_PAIR("labeled-pair");

    private final String label;

    Columns(String label) {
      this.label = label;
    }

    /** Returns the name used in flags. */
    public String label() {
      return label;
    }

    /** Returns the layout with a name in flags. */
    public static Columns ofLabel(String label) {
      for (Columns columns : values()) {
        if (columns.label.equals(label)) {
          return columns;
        }
      }
      throw new RequestException(
          "'"
              + label
              + "' is unknown; the columns must be triplet, n-tuple, labeled-pair or, of texts,"
              + " labeled-list");
    }
  }
}
