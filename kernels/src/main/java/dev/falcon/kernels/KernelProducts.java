// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import java.util.function.IntConsumer;

/**
 * The canonical products in pieces of work, each a row of blocks.
 *
 * @param packed the vectors of the search space
 * @param rows the number of rows of the search space
 */
public record KernelProducts(Kernel.Packed packed, int rows) {
  /** Returns the number of pieces of work that cover all blocks of the upper triangle. */
  public int pieces() {
    return Kernel.blocks(rows);
  }

  /**
   * Returns one thread's worker, which computes the blocks of a piece and shows them to the viewer.
   * The viewer may overwrite them.
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
