package dev.falcon.onnx.network;

import dev.falcon.onnx.network.TensorAlgebra.Projections;
import java.util.List;

/**
 * Keys and values of images for every block that looks at them, worked out once however many
 * captions or queries look.
 */
public final class ImageMemory<T> {
  private final TensorAlgebra<T> t;
  private final List<Projections<T>> blocks;

  ImageMemory(TensorAlgebra<T> t, List<Projections<T>> blocks) {
    this.t = t;
    this.blocks = blocks;
  }

  /** Some of the images, in any order and as often as wanted; int64 indices. */
  public ImageMemory<T> rows(T indices) {
    return new ImageMemory<>(
        t, blocks.stream().map(block -> block.each(x -> t.rows(x, indices))).toList());
  }

  /** What a block looks at, counted among those that look. */
  Projections<T> block(int number) {
    return blocks.get(number);
  }
}
