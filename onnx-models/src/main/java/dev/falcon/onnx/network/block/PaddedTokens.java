package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Optional;

/**
 * Tokens in the layout of attention, padded to the longest sequence [rows x longest x width].
 *
 * @param like any tensor whose second axis is the longest sequence's
 * @param mask added to scores [rows x 1 x 1 x longest]: 0 for a token, far below 0 for padding
 */
public record PaddedTokens<T>(T like, Optional<T> mask) implements TokenLayout<T> {
  /** Added to the score of a hidden token. */
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

  /** Sequences of one token, without an axis for it [rows x width]. */
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
