package dev.falcon.kernels;

import java.util.function.IntConsumer;

/**
 * The canonical products, a row of blocks a piece.
 *
 * @param rows of the search space
 */
public record KernelProducts(Kernel.Packed packed, int rows) {
  /** How many pieces of work all blocks of the upper triangle are. */
  public int pieces() {
    return Kernel.blocks(rows);
  }

  /**
   * One thread's worker, which computes a piece's blocks and shows them; they may be overwritten.
   */
  public IntConsumer worker(ProductViewer viewer) {
    float[] forth = new float[Kernel.BLOCK * Kernel.BLOCK];
    float[] back = new float[forth.length];
    int blocks = Kernel.blocks(rows);
    return rowBlock -> {
      for (int columnBlock = rowBlock; columnBlock < blocks; columnBlock++) {
        packed.products(rowBlock, columnBlock, forth, back);
        viewer.view(rowBlock * Kernel.BLOCK, columnBlock * Kernel.BLOCK, forth, back);
      }
    };
  }
}
