package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.algebra.TensorAlgebra;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Keys and values of images for every block that looks at them, worked out once however many
 * captions or queries look.
 */
public final class ImageMemory<T> {
  private final TensorAlgebra<T> t;
  private final List<Memory<T>> blocks;

  public ImageMemory(TensorAlgebra<T> t, List<Memory<T>> blocks) {
    this.t = t;
    this.blocks = blocks;
  }

  /** Some of the images, in any order and as often as wanted; int64 indices. */
  public ImageMemory<T> rows(T indices) {
    return each(x -> t.rows(x, indices));
  }

  /** The same work done on the keys and values of every block. */
  public ImageMemory<T> each(UnaryOperator<T> work) {
    return new ImageMemory<>(t, blocks.stream().map(block -> block.each(work)).toList());
  }

  /** What a block looks at, counted among those that look. */
  public Memory<T> block(int number) {
    return blocks.get(number);
  }
}
