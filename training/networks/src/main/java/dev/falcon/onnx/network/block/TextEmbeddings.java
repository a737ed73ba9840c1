// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;

/**
 * The sum of every token's word and position embeddings. With post-norm, token types are added and
 * the sum is normalised, as in BERT.
 */
public final class TextEmbeddings {
  private final String name;
  private final String words;
  private final String positions;
  private final String types;
  private final String norm;
  private final NetworkShape shape;

  /**
   * @param name the prefix of the names of all its weights, without the dot
   */
  public TextEmbeddings(String name, NetworkShape shape) {
    this.name = name;
    this.words = name + ".word_embeddings.weight";
    this.positions = name + ".position_embeddings.weight";
    this.types = name + ".token_type_embeddings.weight";
    this.norm = name + ".LayerNorm";
    this.shape = shape;
  }

  public void declare(Declarations declare) {
    int width = shape.text().width();
    Declarations.First normal = Declarations.First.normal(Declarations.DEVIATION);
    declare.weight(
        words, new Declarations.First(Declarations.First.Kind.WORDS, 0), shape.vocabulary(), width);
    declare.weight(positions, normal, shape.maxTokens(), width);
    if (shape.textNorm() == NormPlacement.POST) {
      declare.weight(types, normal, 2, width);
      declare.layerNorm(norm, width);
    }
  }

  /**
   * Embeds tokens.
   *
   * @param ids token ids, int64, in the layout
   * @return the embedded tokens in the layout, with width values each
   */
  public <T> T forward(TensorAlgebra<T> t, T ids, TokenLayout<T> layout, float dropout) {
    TensorAlgebra<T> embeddings = t.scope(name);
    T table = t.get(words);
    T places = layout.positions(embeddings, t.get(positions));
    T x = embeddings.add(embeddings.rows(table, ids), places);
    if (shape.textNorm() == NormPlacement.PRE) {
      return x;
    }
    T typed = embeddings.add(x, embeddings.at(t.get(types), 0, 0));
    return t.dropout(t.layerNorm(typed, norm, shape.text().normEpsilon()), dropout);
  }
}
