// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Algorithm 1 written a second time, as the paper prints it and as slowly as it reads: the oracle
 * of the tests. It shares no code with what it judges but the random stream.
 */
public final class NaiveAlgorithm1 {
  private final float[][] s;
  private final List<Integer> u = new ArrayList<>();

  private NaiveAlgorithm1(SpaceVectors vectors) {
    s = similarity(vectors);
    for (int i = 0; i < vectors.rows(); i++) {
      u.add(i);
    }
  }

  /** S = V·Tᵀ + T·Vᵀ, each product a chain of fused multiply-adds. */
  private static float[][] similarity(SpaceVectors vectors) {
    int rows = vectors.rows();
    int d = vectors.dimension();
    float[][] p = new float[rows][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < d; k++) {
          p[i][j] = Math.fma(vectors.image()[i * d + k], vectors.text()[j * d + k], p[i][j]);
        }
      }
    }
    float[][] s = new float[rows][rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < rows; j++) {
        s[i][j] = p[i][j] + p[j][i] + 0f;
      }
    }
    return s;
  }

  /** All full batches of a space, as members in order. */
  public static List<List<Integer>> mine(
      SpaceVectors vectors, int batchSize, RowQuantile quantile, RandomStream random) {
    NaiveAlgorithm1 naive = new NaiveAlgorithm1(vectors);
    List<List<Integer>> batches = new ArrayList<>();
    while (naive.u.size() >= batchSize) {
      batches.add(naive.compose(batchSize, quantile, random));
    }
    return batches;
  }

  private List<Integer> compose(int batchSize, RowQuantile quantile, RandomStream random) {
    List<Integer> batch = new ArrayList<>();
    int i = u.get(random.nextInt(u.size()));
    batch.add(i);
    u.remove((Integer) i);
    while (batch.size() < batchSize && !u.isEmpty()) {
      float[] row = s[i];
      List<Integer> ascending = new ArrayList<>(u);
      ascending.sort(Comparator.<Integer>comparingDouble(j -> row[j]).thenComparing(j -> j));
      i = ascending.get((int) Math.rint(quantile.of(i) * (u.size() - 1)));
      batch.add(i);
      u.remove((Integer) i);
    }
    return batch;
  }
}
