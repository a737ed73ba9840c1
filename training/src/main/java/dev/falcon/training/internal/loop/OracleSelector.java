package dev.falcon.training.internal.loop;

import dev.falcon.mining.Candidates;
import dev.falcon.mining.Selector;
import dev.falcon.mining.SpaceSimilarities;
import dev.falcon.training.internal.input.Truth;
import java.util.ArrayList;
import java.util.List;

/**
 * The policy that knows: the most similar candidate that is truly false for every member of the
 * batch, in both directions; the most similar one where there is none. Ranks are not looked at.
 */
final class OracleSelector implements Selector {
  private final SpaceSimilarities similarities;
  private final Candidates candidates;
  private final int[] rows;
  private final Truth truth;
  private final List<Integer> batch = new ArrayList<>();

  OracleSelector(SpaceSimilarities similarities, Candidates candidates, int[] rows, Truth truth) {
    this.similarities = similarities;
    this.candidates = candidates;
    this.rows = rows;
    this.truth = truth;
  }

  /** Forgets the last batch's members. */
  void beginBatch() {
    batch.clear();
  }

  @Override
  public Choice select(int anchor, int rank) {
    // The anchor is the member that was chosen last.
    batch.add(anchor);
    float[] row = similarities.row(anchor);
    int[] list = candidates.list();
    int best = -1;
    int bestFalse = -1;
    for (int x = 0; x < candidates.size(); x++) {
      int candidate = list[x];
      if (best < 0 || row[candidate] > row[best]) {
        best = candidate;
      }
      if ((bestFalse < 0 || row[candidate] > row[bestFalse]) && falseForAll(candidate)) {
        bestFalse = candidate;
      }
    }
    int chosen = bestFalse < 0 ? best : bestFalse;
    return new Choice(chosen, row[chosen]);
  }

  private boolean falseForAll(int candidate) {
    for (int member : batch) {
      if (truth.matches(rows[member], rows[candidate])
          || truth.matches(rows[candidate], rows[member])) {
        return false;
      }
    }
    return true;
  }
}
