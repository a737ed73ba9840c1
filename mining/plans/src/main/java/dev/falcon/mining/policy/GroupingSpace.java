// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A search space as the input of groupings.
 *
 * @param vectors the vectors of the samples
 * @param rows the rows of S, +∞ on the diagonal
 * @param conflicts the conflicts on sharing a batch
 */
public record GroupingSpace(
    SpaceVectors vectors, IntFunction<float[]> rows, List<Conflicts> conflicts) {
  /** Returns |M|, the number of samples. */
  public int size() {
    return vectors.rows();
  }

  /** Returns the samples that must not be joined with this one, including itself. */
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

  /** Returns a graph without edges between conflicting samples. */
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

  /** A rule that determines the edges of a sample. */
  @FunctionalInterface
  interface EdgeRule {
    /** Returns the neighbours of a sample, from its row of S. */
    int[] neighbours(int sample, float[] row, BitSet barred);
  }
}
