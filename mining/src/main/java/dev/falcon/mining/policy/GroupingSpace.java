package dev.falcon.mining.policy;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A search space as input of groupings.
 *
 * @param vectors of the samples
 * @param rows of S, +∞ on the diagonal
 * @param conflicts on sharing a batch
 */
public record GroupingSpace(
    SpaceVectors vectors, IntFunction<float[]> rows, List<Conflicts> conflicts) {
  /** |M|. */
  public int size() {
    return vectors.rows();
  }

  /** The samples that must not be with this one, itself among them. */
  BitSet barred(int sample) {
    BitSet barred = new BitSet();
    for (Conflicts kind : conflicts) {
      for (int other : kind.with(sample)) {
        barred.set(other);
      }
    }
    barred.set(sample);
    return barred;
  }

  /** A graph without edges between conflicting samples. */
  Graph graph(EdgeRule rule) {
    Graph graph = new Graph(size());
    for (int i = 0; i < size(); i++) {
      BitSet barred = barred(i);
      for (int j : rule.neighbours(i, rows.apply(i), barred)) {
        if (!barred.get(j)) {
          graph.join(i, j);
        }
      }
    }
    return graph;
  }

  /** The edges of a sample. */
  @FunctionalInterface
  interface EdgeRule {
    /** The neighbours of a sample, from its row of S. */
    int[] neighbours(int sample, float[] row, BitSet barred);
  }
}
