// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The keys and values of images for every block with cross-attention, computed once for any number
 * of captions or queries.
 */
public final class ImageMemory<T> {
  private final TensorAlgebra<T> t;
  private final List<Memory<T>> blocks;

  public ImageMemory(TensorAlgebra<T> t, List<Memory<T>> blocks) {
    this.t = t;
    this.blocks = blocks;
  }

  /** Returns the memory of some of the images, by int64 indices in any order, with repetition. */
  public ImageMemory<T> rows(T indices) {
    return each(x -> t.rows(x, indices));
  }

  /** Applies an operation to the keys and values of every block. */
  public ImageMemory<T> each(UnaryOperator<T> work) {
    return new ImageMemory<>(t, blocks.stream().map(block -> block.each(work)).toList());
  }

  /** Returns the memory of a block, numbered from 0 among those with cross-attention. */
  public Memory<T> block(int number) {
    return blocks.get(number);
  }
}
