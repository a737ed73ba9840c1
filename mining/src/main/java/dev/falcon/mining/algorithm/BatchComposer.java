package dev.falcon.mining.algorithm;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * Algorithm 1 of the paper, "Compose Mini-batch Index Set", over one search space.
 *
 * <p>Each call composes one batch and takes its members out of U, so calling until U is used up
 * covers the space. What the paper leaves open is decided thus: the q-quantile of n candidates is
 * the one of rank round(q·(n-1)) in ascending similarity (half to even), ties by the lower index;
 * every batch begins anew with a uniform draw; the anchor is always the member chosen last.
 */
public final class BatchComposer {
  private final Candidates candidates;
  private final Restrictions restrictions;
  private final int runLength;

  /**
   * Without restrictions: the paper's algorithm.
   *
   * @param candidates U; changed by every batch
   */
  public BatchComposer(Candidates candidates) {
    this(candidates, Restrictions.none());
  }

  /** With restrictions on what may be chosen. */
  public BatchComposer(Candidates candidates, Restrictions restrictions) {
    this(candidates, restrictions, Integer.MAX_VALUE);
  }

  private BatchComposer(Candidates candidates, Restrictions restrictions, int runLength) {
    this.candidates = candidates;
    this.restrictions = restrictions;
    this.runLength = runLength;
  }

  /** The same, with chains that begin anew after so many samples of a batch; at least 1. */
  public BatchComposer withRunLength(int length) {
    return new BatchComposer(candidates, restrictions, length);
  }

  /** How many samples no batch has taken yet. */
  public int remaining() {
    return candidates.size();
  }

  /**
   * Composes the next batch of the chain.
   *
   * @param batchSize B, at least 1
   * @param selector answers over the same U
   * @param quantile q of each row, asked only for rows that become anchors
   * @param random draws the first sample
   * @return B members; fewer where U holds fewer, or where restrictions leave none
   */
  public ComposedBatch compose(
      int batchSize, Selector selector, RowQuantile quantile, RandomStream random) {
    Draft batch = new Draft(Math.min(batchSize, candidates.size()));
    int i = -1;
    while (!batch.full() && (candidates.size() > 0 || restrictions.relent(candidates))) {
      int lowest = 0;
      int end = 0;
      if (i >= 0 && batch.size % runLength != 0) {
        lowest = restrictions.window().lowest(candidates.size());
        end = Math.min(restrictions.window().end(candidates.size()), restrictions.allowed(i));
      }
      if (lowest >= end) {
        // Line 4, i = Uniform(U). Restrictions that leave an anchor nothing make the chain begin
        // anew, and so does the end of a run.
        int drawn = candidates.nth(random.nextInt(candidates.size()));
        batch.add(drawn, -1, Double.NaN, -1, candidates.size(), Float.NaN);
        i = drawn;
      } else {
        // Line 8, i <- index of the q_i-quantile of {S_ij | j in U}.
        double q = quantile.of(i);
        int rank = lowest + nearestRank(q, end - lowest);
        Selector.Choice choice = selector.select(i, rank);
        batch.add(choice.index(), i, q, rank, candidates.size(), choice.similarity());
        i = choice.index();
      }
      // Lines 6 and 10, U <- U \ {i}.
      candidates.remove(i);
      restrictions.withhold(i, candidates);
    }
    restrictions.release(candidates);
    return batch.finish();
  }

  /**
   * Composes the next batch of a chain whose samples are drawn in another way than by quantiles.
   *
   * @param drawing of the next sample
   * @param random draws the first sample, and for the drawing
   */
  public ComposedBatch composeDrawn(int batchSize, Drawing drawing, RandomStream random) {
    Draft batch = new Draft(Math.min(batchSize, candidates.size()));
    int i = -1;
    while (!batch.full() && (candidates.size() > 0 || restrictions.relent(candidates))) {
      int size = candidates.size();
      int drawn;
      if (i < 0 || batch.size % runLength == 0) {
        drawn = candidates.nth(random.nextInt(size));
        batch.add(drawn, -1, Double.NaN, -1, size, Float.NaN);
      } else {
        drawn = drawing.draw(i, candidates, random);
        int rank = rank(i, drawn, drawing);
        double quantile = size == 1 ? 1 : rank / (double) (size - 1);
        batch.add(drawn, i, quantile, rank, size, drawing.similarity(i, drawn));
      }
      i = drawn;
      candidates.remove(i);
      restrictions.withhold(i, candidates);
    }
    restrictions.release(candidates);
    return batch.finish();
  }

  /** How many candidates are less similar; ties by the lower index. */
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
   * Composes the next batch of an order: the first samples of it that no batch has taken. Those
   * that conflict with a member wait for a later batch, as long as there are others.
   *
   * @param order every sample of the space once
   */
  public ComposedBatch composeInOrder(int batchSize, int[] order) {
    Draft batch = new Draft(Math.min(batchSize, candidates.size()));
    int at = 0;
    while (!batch.full() && (candidates.size() > 0 || restrictions.relent(candidates))) {
      // What is withheld lies behind: only a relented restriction gives it back.
      at = next(order, at % order.length);
      batch.add(order[at], -1, Double.NaN, -1, candidates.size(), Float.NaN);
      candidates.remove(order[at]);
      restrictions.withhold(order[at], candidates);
    }
    restrictions.release(candidates);
    return batch.finish();
  }

  private int next(int[] order, int from) {
    int at = from;
    while (!candidates.contains(order[at])) {
      at = (at + 1) % order.length;
    }
    return at;
  }

  /** Composes a batch of uniform draws without a chain: the baseline of all the paper's tables. */
  public ComposedBatch composeUniform(int batchSize, RandomStream random) {
    Draft batch = new Draft(Math.min(batchSize, candidates.size()));
    while (!batch.full() && (candidates.size() > 0 || restrictions.relent(candidates))) {
      int drawn = candidates.nth(random.nextInt(candidates.size()));
      batch.add(drawn, -1, Double.NaN, -1, candidates.size(), Float.NaN);
      candidates.remove(drawn);
      restrictions.withhold(drawn, candidates);
    }
    restrictions.release(candidates);
    return batch.finish();
  }

  /**
   * The rank of the q-quantile among so many values: round(q·(count - 1)), half to even.
   *
   * @param q in [0, 1]
   * @param count at least 1
   */
  public static int nearestRank(double q, int count) {
    return (int) Math.rint(q * (count - 1));
  }

  /** The batch while it grows. */
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

    private void add(
        int member, int anchor, double quantile, int rank, int candidates, float similarity) {
      batch.members()[size] = member;
      batch.anchors()[size] = anchor;
      batch.quantiles()[size] = quantile;
      batch.ranks()[size] = rank;
      batch.candidates()[size] = candidates;
      batch.similarities()[size] = similarity;
      size++;
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
