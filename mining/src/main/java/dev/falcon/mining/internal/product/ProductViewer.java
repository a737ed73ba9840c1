package dev.falcon.mining.internal.product;

import dev.falcon.mining.internal.kernel.Kernel;

/** Looks at the products whose sums are S, each block of the upper triangle once. */
@FunctionalInterface
public interface ProductViewer {
  /** Looks at nothing. */
  ProductViewer NONE = (firstRow, firstColumn, forth, back) -> {};

  /**
   * Looks; many threads do at once.
   *
   * @param firstRow of the block of {@link Kernel#BLOCK} rows and columns, in the space
   * @param firstColumn of the block, at least {@code firstRow}
   * @param forth V·Tᵀ, image of the row and text of the column, [BLOCK x BLOCK]
   * @param back T·Vᵀ, text of the row and image of the column
   */
  void view(int firstRow, int firstColumn, float[] forth, float[] back);
}
