// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.shape.NetworkShape;

/**
 * BERT's language modelling head: a linear layer, a normalisation, and the embedding table as the
 * output layer.
 */
public final class WordHead {
  private final String transform;
  private final String norm;
  private final String bias;
  private final String words;
  private final NetworkShape shape;

  /**
   * @param name the prefix of the names of all its weights, without the dot
   * @param words the name of the embedding table that it shares
   */
  public WordHead(String name, String words, NetworkShape shape) {
    this.transform = name + ".transform.dense";
    this.norm = name + ".transform.LayerNorm";
    this.bias = name + ".bias";
    this.words = words;
    this.shape = shape;
  }

  public void declare(Declarations declare) {
    int width = shape.text().width();
    declare.linear(transform, width, width);
    declare.layerNorm(norm, width);
    declare.weight(bias, Declarations.First.constant(0), shape.vocabulary());
  }

  /** Returns logits over the vocabulary; [tokens x width] to [tokens x words]. */
  public <T> T logits(TensorAlgebra<T> t, T tokens) {
    T hidden = t.scope(transform).gelu(t.linear(tokens, transform));
    T normed = t.layerNorm(hidden, norm, shape.text().normEpsilon());
    return t.linear(normed, t.get(words), t.get(bias));
  }
}
