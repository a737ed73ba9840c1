// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.Drawing;
import dev.falcon.mining.algorithm.Selector;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.internal.similarity.DenseRows;
import dev.falcon.mining.internal.similarity.RowQuantiles;
import dev.falcon.mining.policy.Grouping;
import dev.falcon.mining.policy.GroupingSpace;
import dev.falcon.mining.policy.QuantileFeatures;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.policy.ScoreDraw;
import java.util.List;

/**
 * S of one search space, for a caller that composes its batches one at a time, such as a training
 * loop. All of S is in memory: 4·|M|² bytes. Its values are the same as those of {@code falcon
 * mine}.
 */
public final class SpaceSimilarities {
  private final Kernel kernel = Kernels.best();
  private final DenseRows dense = new DenseRows(kernel);
  private final int threads;
  private int rows;
  private SpaceVectors current;

  /**
   * Creates an empty S.
   *
   * @param threads the number of computing threads
   */
  public SpaceSimilarities(int threads) {
    this.threads = threads;
  }

  /** Computes S of a search space. It replaces the previous one, whose selectors become invalid. */
  public void compute(SpaceVectors vectors) {
    rows = vectors.rows();
    current = vectors;
    try (Parallel parallel = new Parallel(threads)) {
      dense.compute(vectors, parallel);
    }
  }

  /** Returns a selector over the candidates, which implements line 8 of Algorithm 1. */
  public Selector selector(Candidates candidates) {
    return dense.selector(candidates);
  }

  /** Returns the order of a grouping over the space, with its conflicts. */
  public int[] order(Grouping grouping, List<Conflicts> conflicts, RandomStream random) {
    return grouping.order(new GroupingSpace(current, dense::row, conflicts), random);
  }

  /** Returns SimANS' draw over the space. */
  public Drawing drawing(QuantilePolicy.Drawn drawn) {
    float[] own = new float[rows];
    for (int i = 0; i < rows; i++) {
      own[i] = current.similarity(i, i);
    }
    return new ScoreDraw(dense::row, own, ScoreDraw.SHARPNESS, drawn.offset());
  }

  /** Returns a row of S, [|M|], +∞ at the row itself; valid until the next computation. */
  public float[] row(int row) {
    return dense.row(row);
  }

  /** Returns Ŝ of every row, [rows x m]: evenly spaced quantiles, normalised by softmax. */
  public float[] features(int m) {
    float[] quantiles = new float[rows * m];
    try (Parallel parallel = new Parallel(threads)) {
      dense.forEach(
          parallel,
          () -> {
            RowQuantiles rowQuantiles = new RowQuantiles(kernel, rows, m);
            return (firstRow, block, count) -> {
              for (int r = 0; r < count; r++) {
                rowQuantiles.of(block[r], quantiles, (firstRow + r) * m);
              }
            };
          });
    }
    return QuantileFeatures.softmax(quantiles, m);
  }
}
