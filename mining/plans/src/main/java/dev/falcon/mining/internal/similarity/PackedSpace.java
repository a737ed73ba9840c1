// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import dev.falcon.kernels.Kernel;
import dev.falcon.mining.algorithm.SpaceVectors;

/** Arranges search spaces in the kernels' layout. */
public final class PackedSpace {
  private PackedSpace() {}

  /** Arranges a search space's vectors in new memory. */
  public static Kernel.Packed of(Kernel kernel, SpaceVectors vectors) {
    return of(kernel, vectors, null);
  }

  /**
   * Arranges a search space's vectors, with any number of vectors per image.
   *
   * @param spent a result that is no longer used, as for {@link Kernel#pack(float[], float[], int,
   *     int, Kernel.Packed)}
   */
  public static Kernel.Packed of(Kernel kernel, SpaceVectors vectors, Kernel.Packed spent) {
    return vectors.perImage() == 1
        ? kernel.pack(vectors.image(), vectors.text(), vectors.rows(), vectors.dimension(), spent)
        : BestOfSeveral.of(kernel, vectors);
  }
}
