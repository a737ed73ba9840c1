// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.mining.corpus.internal.CorpusItems;

/** One vector per item: its own or, of several, the direction of their sum. */
final class ItemMeans {
  private ItemMeans() {}

  /** Reads the vectors of items, [items x dimension]. */
  static float[] read(CorpusItems corpus, int[] items) {
    float[][] vectors = corpus.read(items);
    if (vectors.length == 1) {
      return vectors[0];
    }
    int dimension = corpus.store().dimension();
    float[] means = new float[items.length * dimension];
    double[] sum = new double[dimension];
    for (int x = 0; x < items.length; x++) {
      for (int k = 0; k < dimension; k++) {
        sum[k] = 0;
        for (float[] each : vectors) {
          sum[k] += each[x * dimension + k];
        }
      }
      normalise(sum, means, x * dimension);
    }
    return means;
  }

  /**
   * Writes the direction of a vector.
   *
   * @return false, without writing anything, if the vector is zero
   */
  static boolean normalise(double[] vector, float[] into, int at) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    if (!(squares > 0)) {
      return false;
    }
    double length = Math.sqrt(squares);
    for (int k = 0; k < vector.length; k++) {
      into[at + k] = (float) (vector[k] / length);
    }
    return true;
  }
}
