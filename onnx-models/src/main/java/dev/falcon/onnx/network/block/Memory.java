package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.algebra.TensorAlgebra.Projections;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a block's cross-attention looks at, a row a sequence.
 *
 * @param projections its keys and values [rows x others x width]
 * @param mask what broadcasts to [rows x heads x tokens x others], added to the scores of
 *     attention; empty where all is looked at
 */
public record Memory<T>(Projections<T> projections, Optional<T> mask) {
  /** One of which all is looked at. */
  public static <T> Memory<T> whole(Projections<T> projections) {
    return new Memory<>(projections, Optional.empty());
  }

  /** The same with something done to each tensor, such as a choice of rows. */
  public Memory<T> each(UnaryOperator<T> work) {
    return new Memory<>(projections.each(work), mask.map(work));
  }
}
