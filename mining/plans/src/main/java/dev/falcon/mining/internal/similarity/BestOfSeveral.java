// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;

/**
 * A search space whose images have several vectors: one packed space for each of an image's
 * vectors, all with the same texts. {@code P[i][j]} is the highest of their products.
 */
record BestOfSeveral(SpaceVectors vectors, Kernel.Packed[] parts) implements Kernel.Packed {
  static BestOfSeveral of(Kernel kernel, SpaceVectors vectors) {
    int rows = vectors.rows();
    int dimension = vectors.dimension();
    Kernel.OnePerRow first = kernel.pack(images(vectors, 0), vectors.text(), rows, dimension);
    Kernel.Packed[] parts = new Kernel.Packed[vectors.perImage()];
    parts[0] = first;
    for (int number = 1; number < parts.length; number++) {
      parts[number] = first.withImages(images(vectors, number));
    }
    return new BestOfSeveral(vectors, parts);
  }

  /** Returns the image vector with this index of every row. */
  private static float[] images(SpaceVectors vectors, int number) {
    int dimension = vectors.dimension();
    float[] images = new float[vectors.rows() * dimension];
    for (int row = 0; row < vectors.rows(); row++) {
      int from = (row * vectors.perImage() + number) * dimension;
      System.arraycopy(vectors.image(), from, images, row * dimension, dimension);
    }
    return images;
  }

  @Override
  public void sum(float[] forth, float[] back) {
    parts[0].sum(forth, back);
  }

  @Override
  public void products(int rowBlock, int columnBlock, float[] forth, float[] back) {
    new Highest(parts).products(rowBlock, columnBlock, forth, back);
  }

  @Override
  public Kernel.Products of(int[] chosen, int from, int count) {
    return new Highest(
        Arrays.stream(parts)
            .map(part -> part.of(chosen, from, count))
            .toArray(Kernel.Products[]::new));
  }

  @Override
  public void row(int i, float[] row) {
    for (int j = 0; j < vectors.rows(); j++) {
      row[j] = vectors.similarity(i, j);
    }
  }

  /** The greatest of several products, entry by entry. */
  private record Highest(Kernel.Products[] parts) implements Kernel.Products {
    @Override
    public void sum(float[] forth, float[] back) {
      parts[0].sum(forth, back);
    }

    @Override
    public void products(int rowBlock, int columnBlock, float[] forth, float[] back) {
      parts[0].products(rowBlock, columnBlock, forth, back);
      float[] otherForth = new float[forth.length];
      float[] otherBack = new float[back.length];
      for (int number = 1; number < parts.length; number++) {
        parts[number].products(rowBlock, columnBlock, otherForth, otherBack);
        raise(forth, otherForth);
        raise(back, otherBack);
      }
    }

    private static void raise(float[] highest, float[] others) {
      for (int x = 0; x < highest.length; x++) {
        highest[x] = Math.max(highest[x], others[x]);
      }
    }
  }
}
