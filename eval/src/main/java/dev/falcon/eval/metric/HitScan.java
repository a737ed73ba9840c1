// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * One direction of retrieval, whose scores are read once, in runs. For each query, the best right
 * score and the ten best wrong scores are kept, which determine recall at 1, 5 and 10 and the
 * margin of the decision. Only if a right score equals a wrong one at the border of a depth, the
 * rule of the selection decides, and the query's scores are read again.
 *
 * <p>Different queries may be added at the same time.
 */
public final class HitScan {
  private static final int[] DEPTHS = {1, 5, 10};

  private final OwnCandidates own;
  private final float[] right;
  private final BestValues[] wrong;
  private final boolean[][] hits; // [queries][depths]; null if a tie is not decided

  /** Creates a scan without scores. */
  public HitScan(OwnCandidates own) {
    this.own = own;
    right = new float[own.queries()];
    Arrays.fill(right, Float.NEGATIVE_INFINITY);
    wrong = new BestValues[right.length];
    Arrays.setAll(wrong, query -> new BestValues(fewestCandidates()));
    hits = new boolean[right.length][];
  }

  /** Returns the least number of candidates that a query must have. */
  public static int fewestCandidates() {
    return DEPTHS[DEPTHS.length - 1];
  }

  /**
   * Adds consecutive scores of a query.
   *
   * @param first the index of the candidate with the first score
   * @param scores the cosines, of which the first {@code count} are used
   */
  public void add(int query, int first, float[] scores, int count) {
    int from = Math.min(Math.max(own.from()[query] - first, 0), count);
    int to = Math.min(Math.max(own.to()[query] - first, 0), count);
    BestValues best = wrong[query];
    best.add(scores, 0, from);
    best.add(scores, to, count);
    for (int i = from; i < to; i++) {
      right[query] = Math.max(right[query], scores[i]);
    }
  }

  /**
   * Decides every query that no tie leaves open.
   *
   * @param tied receives each query that a tie leaves open; {@link #settle} decides it
   */
  public void decide(IntConsumer tied) {
    for (int query = 0; query < hits.length; query++) {
      float best = right[query];
      BestValues others = wrong[query];
      if (Arrays.stream(DEPTHS).anyMatch(depth -> others.get(depth - 1) == best)) {
        tied.accept(query);
      } else {
        boolean[] found = new boolean[DEPTHS.length];
        for (int d = 0; d < found.length; d++) {
          found[d] = others.get(DEPTHS[d] - 1) < best;
        }
        hits[query] = found;
      }
    }
  }

  /**
   * Decides a query by the selection that the reference evaluator makes.
   *
   * @param scores all of the query's scores // [candidates], at least 10
   */
  public void settle(int query, float[] scores) {
    TopK topK = new TopK();
    boolean[] found = new boolean[DEPTHS.length];
    for (int d = 0; d < found.length; d++) {
      found[d] =
          Arrays.stream(topK.of(scores, DEPTHS[d]))
              .anyMatch(candidate -> own.contains(query, candidate));
    }
    hits[query] = found;
  }

  /** Returns whether a right answer is first; the query must have been decided. */
  public boolean isFirst(int query) {
    return hits[query][0];
  }

  /** Returns the recall at one of the depths 1, 5 and 10; every query must have been decided. */
  double recall(int depth) {
    int place = Arrays.binarySearch(DEPTHS, depth);
    long found = Arrays.stream(hits).filter(hit -> hit[place]).count();
    return Scores.floatQuotient(found, hits.length);
  }

  /**
   * Adds, for each query, the least distance of its best right score from the k-th best wrong score
   * over the depths k.
   */
  void margins(TieBudget.Builder margins) {
    for (int query = 0; query < right.length; query++) {
      double margin = Double.POSITIVE_INFINITY;
      for (int depth : DEPTHS) {
        margin = Math.min(margin, Math.abs((double) right[query] - wrong[query].get(depth - 1)));
      }
      margins.add(TieBudget.LOGIT_SCALE * margin);
    }
  }
}
