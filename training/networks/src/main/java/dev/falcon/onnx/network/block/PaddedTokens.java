// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Optional;

/**
 * The layout of tokens that are padded to the longest sequence, as attention needs them [rows x
 * longest x width].
 *
 * @param like any tensor whose second axis has the length of the longest sequence
 * @param mask added to the scores of attention: 0 for a token, far below 0 for padding [rows x 1 x
 *     1 x longest]
 */
public record PaddedTokens<T>(T like, Optional<T> mask) implements TokenLayout<T> {
  /** The value that is added to the score of a hidden token. */
  public static final float HIDDEN = -10_000;

  @Override
  public T positions(TensorAlgebra<T> t, T table) {
    return t.firstRows(table, like, 1);
  }

  @Override
  public T pad(TensorAlgebra<T> t, T tokens) {
    return tokens;
  }

  @Override
  public T pack(TensorAlgebra<T> t, T padded) {
    return padded;
  }

  @Override
  public T firsts(TensorAlgebra<T> t, T tokens) {
    return t.at(tokens, 1, 0);
  }

  @Override
  public TokenLayout<T> firstsAlone() {
    return new SingleTokens<>();
  }

  /** The layout of sequences of one token each, without an axis for the token [rows x width]. */
  private record SingleTokens<T>() implements TokenLayout<T> {
    @Override
    public T positions(TensorAlgebra<T> t, T table) {
      return t.at(table, 0, 0);
    }

    @Override
    public T pad(TensorAlgebra<T> t, T tokens) {
      return t.reshape(tokens, 0, 1, -1);
    }

    @Override
    public T pack(TensorAlgebra<T> t, T padded) {
      return t.reshape(padded, 0, -1);
    }

    @Override
    public Optional<T> mask() {
      return Optional.empty();
    }

    @Override
    public T firsts(TensorAlgebra<T> t, T tokens) {
      return tokens;
    }

    @Override
    public TokenLayout<T> firstsAlone() {
      return this;
    }
  }
}
