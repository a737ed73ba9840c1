package dev.falcon.mining.internal.product;

import dev.falcon.mining.internal.kernel.Kernel;
import java.util.function.IntConsumer;

/**
 * The canonical products, a row of blocks a piece.
 *
 * @param rows of the search space
 */
public record KernelProducts(Kernel.Packed packed, int rows) implements ProductBlocks {
  @Override
  public int pieces() {
    return Kernel.blocks(rows);
  }

  @Override
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

  @Override
  public void sum(float[] forth, float[] back) {
    packed.sum(forth, back);
  }
}
