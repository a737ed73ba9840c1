// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.Projections;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The memory of a block's cross-attention, one row per sequence.
 *
 * @param projections the keys and values [rows x others x width]
 * @param mask added to the scores of attention; broadcastable to [rows x heads x tokens x others];
 *     empty for none
 */
public record Memory<T>(Projections<T> projections, Optional<T> mask) {
  /** Returns a memory without a mask. */
  public static <T> Memory<T> whole(Projections<T> projections) {
    return new Memory<>(projections, Optional.empty());
  }

  /** Applies an operation, such as a selection of rows, to each tensor. */
  public Memory<T> each(UnaryOperator<T> work) {
    return new Memory<>(projections.each(work), mask.map(work));
  }
}
