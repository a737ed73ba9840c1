// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.constraint.Constraints;
import java.util.BitSet;

/**
 * Conflicts between samples whose images are near duplicates, by the cosine of their vectors, since
 * a caption of one is then also true of the other. If images have several vectors, one near pair of
 * vectors is enough.
 */
public final class NearImages implements Conflicts {
  private static final int BLOCK = CrossKernel.BLOCK;

  private final BitSet[] near;

  private NearImages(BitSet[] near) {
    this.near = near;
  }

  /**
   * Finds the near duplicates of a search space.
   *
   * @param cosine the cosine from which two images are near duplicates, in (0, 1]
   */
  static NearImages of(SpaceVectors vectors, double cosine, CrossKernel kernel) {
    int several = vectors.perImage();
    int count = vectors.rows() * several;
    CrossKernel.Packed rows = kernel.rows(vectors.image(), count, vectors.dimension());
    CrossKernel.Packed columns = kernel.columns(vectors.image(), count, vectors.dimension());
    BitSet[] near = new BitSet[vectors.rows()];
    for (int i = 0; i < near.length; i++) {
      near[i] = new BitSet(near.length);
    }
    // The least float that is not below the cosine, and the one before it.
    float least = (float) cosine < cosine ? Math.nextUp((float) cosine) : (float) cosine;
    float below = Math.nextDown(least);
    float[] block = new float[BLOCK * BLOCK];
    int[] hits = new int[BLOCK];
    int blocks = (count + BLOCK - 1) / BLOCK;
    for (int down = 0; down < blocks; down++) {
      for (int across = down; across < blocks; across++) {
        kernel.product(rows, down, columns, across, block);
        for (int x = 0; x < BLOCK && down * BLOCK + x < count; x++) {
          int found = kernel.within(block, x * BLOCK, below, Float.MAX_VALUE, hits);
          for (int hit = 0; hit < found; hit++) {
            int a = (down * BLOCK + x) / several;
            int b = (across * BLOCK + hits[hit]) / several;
            if (a != b) {
              near[a].set(b);
              near[b].set(a);
            }
          }
        }
      }
    }
    return new NearImages(near);
  }

  /**
   * Returns the bytes for a search space of this size: one bit per pair, and the packed vectors
   * while the pairs are found.
   */
  public static long bytes(int size, int dimension, int perImage) {
    return (long) Long.BYTES * size * ((size + Long.SIZE - 1) / Long.SIZE)
        + 2L * Float.BYTES * (size + BLOCK) * dimension * perImage;
  }

  @Override
  public String reason() {
    return Constraints.NEAR_IMAGE;
  }

  @Override
  public int[] with(int sample) {
    return near[sample].stream().toArray();
  }
}
