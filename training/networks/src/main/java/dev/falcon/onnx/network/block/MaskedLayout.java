// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Optional;

/**
 * A layout with another mask, such as a causal one.
 *
 * @param shown the mask that is added to the scores of attention; broadcastable to [rows x heads x
 *     longest x longest]
 */
public record MaskedLayout<T>(TokenLayout<T> layout, T shown) implements TokenLayout<T> {
  @Override
  public T positions(TensorAlgebra<T> t, T table) {
    return layout.positions(t, table);
  }

  @Override
  public T pad(TensorAlgebra<T> t, T tokens) {
    return layout.pad(t, tokens);
  }

  @Override
  public T pack(TensorAlgebra<T> t, T padded) {
    return layout.pack(t, padded);
  }

  @Override
  public Optional<T> mask() {
    return Optional.of(shown);
  }

  @Override
  public T firsts(TensorAlgebra<T> t, T tokens) {
    return layout.firsts(t, tokens);
  }

  @Override
  public TokenLayout<T> firstsAlone() {
    return layout.firstsAlone();
  }
}
