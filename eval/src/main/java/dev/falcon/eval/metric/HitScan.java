package dev.falcon.eval.metric;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * One direction of retrieval, with its scores read once and in runs: of a query the best right
 * score and the ten best wrong ones are kept, which determine recall at 1, 5 and 10 and the margin
 * of the decision. Only where a right score equals a wrong one at a depth's border, the selection's
 * own rule decides, and the query's scores are read again.
 *
 * <p>Different queries may be added at the same time.
 */
public final class HitScan {
  private static final int[] DEPTHS = {1, 5, 10};

  private final OwnCandidates own;
  private final float[] right;
  private final BestValues[] wrong;
  private final boolean[][] hits; // [queries][depths]; null where a tie is not settled

  /** Begins with no scores. */
  public HitScan(OwnCandidates own) {
    this.own = own;
    right = new float[own.queries()];
    Arrays.fill(right, Float.NEGATIVE_INFINITY);
    wrong = new BestValues[right.length];
    Arrays.setAll(wrong, query -> new BestValues(fewestCandidates()));
    hits = new boolean[right.length][];
  }

  /** The fewest candidates a query must have. */
  public static int fewestCandidates() {
    return DEPTHS[DEPTHS.length - 1];
  }

  /**
   * Adds a run of a query's scores.
   *
   * @param first the candidate of the first score
   * @param scores cosines; the first {@code count} count
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
   * @param tied receives each other query; {@link #settle} decides it
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

  /** Recall at one of the depths 1, 5 and 10, after every query was decided. */
  double recall(int depth) {
    int place = Arrays.binarySearch(DEPTHS, depth);
    long found = Arrays.stream(hits).filter(hit -> hit[place]).count();
    return Scores.floatQuotient(found, hits.length);
  }

  /** How near each query's best right answer is to the k-th best wrong one, for the nearest k. */
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
