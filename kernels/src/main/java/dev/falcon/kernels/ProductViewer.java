package dev.falcon.kernels;

/** Receives the products whose sums are S, each block of the upper triangle once. */
@FunctionalInterface
public interface ProductViewer {
  /** Ignores them. */
  ProductViewer NONE = (firstRow, firstColumn, forth, back) -> {};

  /**
   * Receives a block; called by several threads.
   *
   * @param firstRow of the block of {@link Kernel#BLOCK} rows and columns, in the space
   * @param firstColumn of the block, at least {@code firstRow}
   * @param forth V·Tᵀ, image of the row and text of the column, [BLOCK x BLOCK]
   * @param back T·Vᵀ, text of the row and image of the column
   */
  void view(int firstRow, int firstColumn, float[] forth, float[] back);
}
