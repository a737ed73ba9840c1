package dev.falcon.mining.request;

import dev.falcon.data.RequestException;

/** What a run writes. */
public sealed interface MiningTarget {
  /** Batches that cover the store: a batch plan. */
  record Batches() implements MiningTarget {}

  /**
   * For every sample its own list of negatives, for those who train from lists.
   *
   * @param count negatives of a sample, at least 1: those whose ranks lie nearest the policy's
   *     quantile, the most similar first
   * @param columns how they are laid out
   */
  record Negatives(int count, Columns columns) implements MiningTarget {
    private static final int MOST_COLUMNS = 1000;

    public Negatives {
      if (count < 1) {
        throw new RequestException("num-negatives must be at least 1; num-negatives=" + count);
      }
      if (columns == Columns.N_TUPLE && count > MOST_COLUMNS) {
        throw new RequestException(
            "an n-tuple has at most 1,000 negatives; num-negatives=" + count);
      }
    }
  }

  /** sentence-transformers' layouts. */
  enum Columns {
    /** anchor, positive, negative: one row a negative. */
    TRIPLET("triplet"),
    /** anchor, positive, negative_1 … negative_n: one row an anchor. */
    N_TUPLE("n-tuple"),
    /** anchor, candidate, label: one row a pair, the positive's label 1. */
    LABELED_PAIR("labeled-pair");

    private final String label;

    Columns(String label) {
      this.label = label;
    }

    /** Its name in flags. */
    public String label() {
      return label;
    }

    /** The layout that flags call so. */
    public static Columns ofLabel(String label) {
      for (Columns columns : values()) {
        if (columns.label.equals(label)) {
          return columns;
        }
      }
      throw new RequestException(
          "--columns knows no '"
              + label
              + "'; it takes triplet, n-tuple or labeled-pair, and labeled-list with --texts");
    }
  }
}
