// SPDX-License-Identifier: Apache-2.0
package dev.falcon.benchmarks.material;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.SpaceVectors;

/** Vectors shaped like a trained dual encoder's: clusters of 24, pairs closer than clusters. */
public final class ClusteredVectors {
  private static final int CLUSTER = 24;
  private static final double OWN = 0.9;
  private static final double NOISE = 0.7;
  private static final double OFFSET = 0.5;

  private ClusteredVectors() {}

  /** With several vectors per image, which surround its own as pairs do in a cluster. */
  public static SpaceVectors generate(int rows, int dimension, long seed, int perImage) {
    SpaceVectors single = generate(rows, dimension, seed);
    if (perImage == 1) {
      return single;
    }
    RandomStream random = RandomStream.of(seed, "several-vectors");
    float[] image = new float[Math.multiplyExact(single.image().length, perImage)];
    double scale = NOISE / Math.sqrt(dimension);
    for (int vector = 0; vector < rows * perImage; vector++) {
      int at = vector * dimension;
      for (int k = 0; k < dimension; k++) {
        double own = single.image()[vector / perImage * dimension + k];
        image[at + k] = (float) (own + scale * random.nextGaussian());
      }
      normalise(image, at, dimension);
    }
    return new SpaceVectors(image, single.text(), rows, dimension, perImage);
  }

  public static SpaceVectors generate(int rows, int dimension, long seed) {
    RandomStream random = RandomStream.of(seed, "clustered-vectors");
    int clusters = Math.max(8, rows / CLUSTER);
    float[] centres = normals(random, clusters * dimension, 1);
    float[] imageOffset = normals(random, dimension, OFFSET);
    float[] textOffset = normals(random, dimension, OFFSET);
    float[] image = new float[rows * dimension];
    float[] text = new float[rows * dimension];
    for (int row = 0; row < rows; row++) {
      int centre = random.nextInt(clusters) * dimension;
      int at = row * dimension;
      for (int k = 0; k < dimension; k++) {
        double shared = centres[centre + k] + OWN * random.nextGaussian();
        image[at + k] = (float) (shared + NOISE * random.nextGaussian() + imageOffset[k]);
        text[at + k] = (float) (shared + NOISE * random.nextGaussian() + textOffset[k]);
      }
      normalise(image, at, dimension);
      normalise(text, at, dimension);
    }
    return new SpaceVectors(image, text, rows, dimension);
  }

  private static float[] normals(RandomStream random, int count, double scale) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (scale * random.nextGaussian());
    }
    return values;
  }

  private static void normalise(float[] values, int at, int length) {
    double squares = 0;
    for (int k = at; k < at + length; k++) {
      squares += (double) values[k] * values[k];
    }
    float factor = (float) (1 / Math.sqrt(squares));
    for (int k = at; k < at + length; k++) {
      values[k] *= factor;
    }
  }
}
