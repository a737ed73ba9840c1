// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.algorithm;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * Algorithm 1 of the paper, "Compose Mini-batch Index Set", over one search space.
 *
 * <p>Each call composes one batch and removes its members from U, so calling until U is empty
 * covers the space. The paper leaves some details open. Here the q-quantile of n candidates is the
 * one of rank round(q·(n-1)), half to even, in ascending similarity, and of equal similarities the
 * lower index comes first; every batch starts with a uniform draw; the anchor is always the member
 * chosen last.
 */
public final class BatchComposer {
  private final Candidates candidates;
  private final Restrictions restrictions;
  private final int runLength;

  /**
   * Creates a composer without restrictions: the paper's algorithm.
   *
   * @param candidates U, from which every batch removes its members
   */
  public BatchComposer(Candidates candidates) {
    this(candidates, Restrictions.none());
  }

  /** Creates a composer with restrictions on the choice. */
  public BatchComposer(Candidates candidates, Restrictions restrictions) {
    this(candidates, restrictions, Integer.MAX_VALUE);
  }

  private BatchComposer(Candidates candidates, Restrictions restrictions, int runLength) {
    this.candidates = candidates;
    this.restrictions = restrictions;
    this.runLength = runLength;
  }

  /**
   * Returns a composer with the same restrictions whose chains restart after this many samples of a
   * batch, at least 1.
   */
  public BatchComposer withRunLength(int length) {
    return new BatchComposer(candidates, restrictions, length);
  }

  /** Returns the number of samples that no batch has taken yet. */
  public int remaining() {
    return candidates.size();
  }

  /**
   * Composes the next batch of the chain.
   *
   * @param batchSize B, at least 1
   * @param selector the selector over the same U
   * @param quantile gives q of each row; called only for rows that become anchors
   * @param random draws the first sample
   * @return B members; fewer if U holds fewer, or if the restrictions leave none
   */
  public ComposedBatch compose(
      int batchSize, Selector selector, RowQuantile quantile, RandomStream random) {
    return compose(
        batchSize,
        (batch, i) -> {
          if (i < 0) {
            return uniform(batch, random);
          }
          // Ranks are among the candidates up to the greatest score, as in sentence-transformers.
          int left = Math.min(candidates.size(), restrictions.allowed(i));
          int lowest = restrictions.window().lowest(left);
          int end = restrictions.window().end(left);
          if (lowest >= end) {
            restrictions.countEmptyWindow();
            return uniform(batch, random);
          }
          // Line 8, i <- index of the q_i-quantile of {S_ij | j in U}.
          double q = quantile.of(i);
          int rank = lowest + nearestRank(q, end - lowest);
          Selector.Choice choice = selector.select(i, rank);
          return batch.add(choice.index(), i, q, rank, candidates.size(), choice.similarity());
        });
  }

  /**
   * Composes the next batch of a chain whose samples are drawn, not chosen by quantiles.
   *
   * @param drawing draws the next sample
   * @param random draws the first sample, and is passed to the drawing
   */
  public ComposedBatch composeDrawn(int batchSize, Drawing drawing, RandomStream random) {
    return compose(
        batchSize,
        (batch, i) -> {
          if (i < 0) {
            return uniform(batch, random);
          }
          int size = candidates.size();
          int drawn = drawing.draw(i, candidates, random);
          int rank = rank(i, drawn, drawing);
          double quantile = size == 1 ? 1 : rank / (double) (size - 1);
          return batch.add(drawn, i, quantile, rank, size, drawing.similarity(i, drawn));
        });
  }

  /**
   * Returns the number of candidates that are less similar to the anchor than the chosen one; of
   * equally similar ones those with a lower index count.
   */
  private int rank(int anchor, int chosen, Drawing drawing) {
    float similarity = drawing.similarity(anchor, chosen);
    int[] list = candidates.list();
    int rank = 0;
    for (int x = 0; x < candidates.size(); x++) {
      float other = drawing.similarity(anchor, list[x]);
      rank += other < similarity || (other == similarity && list[x] < chosen) ? 1 : 0;
    }
    return rank;
  }

  /**
   * Composes the next batch of an order from the first samples that no batch has taken. Samples
   * that conflict with a member are left for a later batch, as long as there are others.
   *
   * @param order the index of every sample of the space, each once
   */
  public ComposedBatch composeInOrder(int batchSize, int[] order) {
    int[] at = {0};
    return compose(
        batchSize,
        (batch, i) -> {
          // Withheld samples come before this position; only a restriction that gives way returns
          // them.
          at[0] = next(order, at[0] % order.length);
          return batch.add(order[at[0]], candidates.size());
        });
  }

  private int next(int[] order, int from) {
    int at = from;
    while (!candidates.contains(order[at])) {
      at = (at + 1) % order.length;
    }
    return at;
  }

  /** Composes a batch of uniform draws without a chain: the baseline of all tables of the paper. */
  public ComposedBatch composeUniform(int batchSize, RandomStream random) {
    return compose(batchSize, (batch, i) -> uniform(batch, random));
  }

  /** Runs the loop of Algorithm 1; the choice in lines 4 and 8 is an argument. */
  private ComposedBatch compose(int batchSize, Choice choice) {
    Draft batch = new Draft(Math.min(batchSize, candidates.size()));
    int i = -1;
    while (!batch.full() && (candidates.size() > 0 || restrictions.relent(candidates))) {
      boolean chainBegins = batch.size % runLength == 0;
      i = choice.add(batch, chainBegins ? -1 : i);
      // Lines 6 and 10, U <- U \ {i}.
      candidates.remove(i);
      restrictions.withhold(i, candidates);
    }
    restrictions.release(candidates);
    return batch.finish();
  }

  /** Adds a uniformly drawn sample: line 4, i = Uniform(U). */
  private int uniform(Draft batch, RandomStream random) {
    return batch.add(candidates.nth(random.nextInt(candidates.size())), candidates.size());
  }

  /**
   * Returns the rank of the q-quantile among this many values: round(q·(count - 1)), half to even.
   *
   * @param q the quantile, in [0, 1]
   * @param count the number of values, at least 1
   */
  public static int nearestRank(double q, int count) {
    return (int) Math.rint(q * (count - 1));
  }

  /** The choice of the next sample. */
  private interface Choice {
    /**
     * Adds a sample to the batch.
     *
     * @param i the sample chosen last; -1 at the beginning of a chain
     * @return the added sample
     */
    int add(Draft batch, int i);
  }

  /** The batch in progress. */
  private static final class Draft {
    private final ComposedBatch batch;
    private int size;

    private Draft(int capacity) {
      batch =
          new ComposedBatch(
              new int[capacity],
              new int[capacity],
              new double[capacity],
              new int[capacity],
              new int[capacity],
              new float[capacity]);
    }

    private boolean full() {
      return size == batch.size();
    }

    /** Adds a sample without an anchor. */
    private int add(int member, int candidates) {
      return add(member, -1, Double.NaN, -1, candidates, Float.NaN);
    }

    private int add(
        int member, int anchor, double quantile, int rank, int candidates, float similarity) {
      batch.members()[size] = member;
      batch.anchors()[size] = anchor;
      batch.quantiles()[size] = quantile;
      batch.ranks()[size] = rank;
      batch.candidates()[size] = candidates;
      batch.similarities()[size] = similarity;
      size++;
      return member;
    }

    private ComposedBatch finish() {
      if (full()) {
        return batch;
      }
      return new ComposedBatch(
          Arrays.copyOf(batch.members(), size),
          Arrays.copyOf(batch.anchors(), size),
          Arrays.copyOf(batch.quantiles(), size),
          Arrays.copyOf(batch.ranks(), size),
          Arrays.copyOf(batch.candidates(), size),
          Arrays.copyOf(batch.similarities(), size));
    }
  }
}
