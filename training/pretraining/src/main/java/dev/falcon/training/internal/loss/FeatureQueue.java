// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;

/** The vectors of the most recent pairs, in a ring buffer that overwrites the oldest. */
final class FeatureQueue {
  private final int size;
  private final NDArray vectors;

  private FeatureQueue(int size, NDArray vectors) {
    this.size = size;
    this.vectors = vectors;
  }

  /** Returns a ring with the given vectors [size x width]. */
  static FeatureQueue of(NDManager manager, float[] vectors, int size) {
    return new FeatureQueue(size, Torch.floats(manager, vectors, size, vectors.length / size));
  }

  /** Returns random unit vectors, the initial content [size x width]. */
  static float[] random(int size, int width, RandomStream random) {
    float[] vectors = new float[Math.multiplyExact(size, width)];
    double[] row = new double[width];
    for (int i = 0; i < size; i++) {
      double squares = 0;
      for (int k = 0; k < width; k++) {
        row[k] = random.nextGaussian();
        squares += row[k] * row[k];
      }
      for (int k = 0; k < width; k++) {
        vectors[i * width + k] = (float) (row[k] / Math.sqrt(squares));
      }
    }
    return vectors;
  }

  /** Returns all vectors, in arbitrary order [size x width]. */
  NDArray vectors() {
    return vectors;
  }

  /**
   * Adds a batch.
   *
   * @param batch the vectors [rows x width], at most as many as the ring's size
   * @param before the total number of vectors added before
   */
  void append(NDArray batch, long before) {
    int rows = (int) batch.getShape().get(0);
    int start = (int) (before % size);
    int fits = Math.min(rows, size - start);
    vectors.set(new NDIndex("{}:{}", start, start + fits), batch.get("0:" + fits));
    if (fits < rows) {
      vectors.set(new NDIndex("0:{}", rows - fits), batch.get(fits + ":"));
    }
  }

  /** Replaces all vectors. */
  void set(float[] values) {
    try (NDArray fresh = Torch.floats(vectors.getManager(), values, size, values.length / size)) {
      vectors.set(new NDIndex(":"), fresh);
    }
  }

  float[] values() {
    // The copy from a device belongs to the run's manager, which would keep it.
    return TensorScope.within(vectors.getManager(), manager -> vectors.toFloatArray());
  }
}
