package dev.falcon.training.internal.loss.momentum;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;

/** The vectors of the last pairs that were seen: a ring, of which the oldest are overwritten. */
final class FeatureQueue {
  private final int size;
  private final NDArray vectors;

  private FeatureQueue(int size, NDArray vectors) {
    this.size = size;
    this.vectors = vectors;
  }

  /** A ring of the given vectors [size x width]. */
  static FeatureQueue of(NDManager manager, float[] vectors, int size) {
    return new FeatureQueue(size, Torch.floats(manager, vectors, size, vectors.length / size));
  }

  /** Random unit vectors [size x width]: what a ring holds before anything was seen. */
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

  /** All vectors, in no order that matters [size x width]. */
  NDArray vectors() {
    return vectors;
  }

  /**
   * Puts a batch in.
   *
   * @param batch [rows x width], rows at most the ring's size
   * @param before how many vectors were ever put in before
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

  /** Puts other vectors in place of all. */
  void set(float[] values) {
    try (NDArray fresh = Torch.floats(vectors.getManager(), values, size, values.length / size)) {
      vectors.set(new NDIndex(":"), fresh);
    }
  }

  float[] values() {
    // The copy that comes from a device belongs to the run's manager, which would keep it.
    return StepMemory.within(vectors.getManager(), manager -> vectors.toFloatArray());
  }
}
