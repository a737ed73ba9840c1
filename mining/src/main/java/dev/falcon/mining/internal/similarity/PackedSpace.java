package dev.falcon.mining.internal.similarity;

import dev.falcon.mining.internal.kernel.Kernel;
import dev.falcon.mining.similarity.SpaceVectors;

/** Search spaces as kernels want to read them. */
public final class PackedSpace {
  private PackedSpace() {}

  /** Lays a search space's vectors out in memory of their own. */
  public static Kernel.Packed of(Kernel kernel, SpaceVectors vectors) {
    return of(kernel, vectors, null);
  }

  /**
   * Lays a search space's vectors out, however many an image has.
   *
   * @param spent as for {@link Kernel#pack(float[], float[], int, int, Kernel.Packed)}
   */
  public static Kernel.Packed of(Kernel kernel, SpaceVectors vectors, Kernel.Packed spent) {
    return vectors.perImage() == 1
        ? kernel.pack(vectors.image(), vectors.text(), vectors.rows(), vectors.dimension(), spent)
        : BestOfSeveral.of(kernel, vectors);
  }
}
