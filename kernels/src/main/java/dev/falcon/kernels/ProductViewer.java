// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

/** Receives the products whose sums are S, each block of the upper triangle once. */
@FunctionalInterface
public interface ProductViewer {
  /** Ignores the products. */
  ProductViewer NONE = (firstRow, firstColumn, forth, back) -> {};

  /**
   * Receives a block of {@link Kernel#BLOCK} rows and columns. Called by several threads.
   *
   * @param firstRow the index of the block's first row in the space
   * @param firstColumn the index of the block's first column in the space, at least {@code
   *     firstRow}
   * @param forth V·Tᵀ, the images of the rows with the texts of the columns, [BLOCK x BLOCK]
   * @param back T·Vᵀ, the texts of the rows with the images of the columns, [BLOCK x BLOCK]
   */
  void view(int firstRow, int firstColumn, float[] forth, float[] back);
}
