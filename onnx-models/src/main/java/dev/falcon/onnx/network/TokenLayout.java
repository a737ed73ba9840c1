package dev.falcon.onnx.network;

import java.util.Optional;

/**
 * How the tokens of a batch of sequences lie in a tensor. Training packs them one after another
 * without padding; a graph has them padded.
 *
 * @param <T> a tensor
 */
public interface TokenLayout<T> {
  /** A row of a table [places x width] for every token, by its place in its sequence. */
  T positions(TensorAlgebra<T> t, T table);

  /** The tokens as sequences of one length [rows x longest x width]. */
  T pad(TensorAlgebra<T> t, T tokens);

  /** The reverse of {@link #pad}. */
  T pack(TensorAlgebra<T> t, T padded);

  /**
   * What is added to the scores of attention so that padding is not looked at; empty where there is
   * none [rows x 1 x 1 x longest].
   */
  Optional<T> mask();

  /** The first token of every sequence [rows x width]. */
  T firsts(TensorAlgebra<T> t, T tokens);

  /** The layout of what {@link #firsts} gives: sequences of one token each. */
  TokenLayout<T> firstsAlone();
}
