// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.SpaceVectors;

/** Small normalised vectors with clusters and, on request, exact duplicates that make ties. */
public final class TestVectors {
  private TestVectors() {}

  /** Vectors whose rows from {@code rows - duplicates} on repeat earlier ones. */
  public static SpaceVectors generate(int rows, int dimension, int duplicates, long seed) {
    RandomStream random = RandomStream.of(seed, "test-vectors");
    float[] centres = new float[8 * dimension];
    for (int i = 0; i < centres.length; i++) {
      centres[i] = (float) random.nextGaussian();
    }
    float[] image = new float[rows * dimension];
    float[] text = new float[rows * dimension];
    for (int row = 0; row < rows; row++) {
      int at = row * dimension;
      if (row >= rows - duplicates) {
        int twin = random.nextInt(rows - duplicates) * dimension;
        System.arraycopy(image, twin, image, at, dimension);
        System.arraycopy(text, twin, text, at, dimension);
        continue;
      }
      int centre = random.nextInt(8) * dimension;
      for (int k = 0; k < dimension; k++) {
        image[at + k] = centres[centre + k] + 0.7f * (float) random.nextGaussian();
        text[at + k] = centres[centre + k] + 0.7f * (float) random.nextGaussian();
      }
      normalise(image, at, dimension);
      normalise(text, at, dimension);
    }
    return new SpaceVectors(image, text, rows, dimension);
  }

  /** The vectors of some rows, in the given order. */
  public static SpaceVectors rows(SpaceVectors all, int[] rows) {
    int d = all.dimension();
    float[] image = new float[rows.length * d];
    float[] text = new float[rows.length * d];
    for (int x = 0; x < rows.length; x++) {
      System.arraycopy(all.image(), rows[x] * d, image, x * d, d);
      System.arraycopy(all.text(), rows[x] * d, text, x * d, d);
    }
    return new SpaceVectors(image, text, rows.length, d);
  }

  private static void normalise(float[] values, int at, int length) {
    double squares = 0;
    for (int k = at; k < at + length; k++) {
      squares += (double) values[k] * values[k];
    }
    for (int k = at; k < at + length; k++) {
      values[k] = (float) (values[k] / Math.sqrt(squares));
    }
  }
}
