package dev.falcon.mining.internal.product;

import java.util.function.IntConsumer;

/** Makes the products of a search space. Safe to use from many threads. */
public interface ProductBlocks {
  /** How many pieces of work all blocks of the upper triangle are. */
  int pieces();

  /** One thread's worker, which makes a piece's blocks and shows them; they may be overwritten. */
  IntConsumer worker(ProductViewer viewer);

  /** Makes the two products of a block its block of S, in {@code forth}. */
  void sum(float[] forth, float[] back);
}
