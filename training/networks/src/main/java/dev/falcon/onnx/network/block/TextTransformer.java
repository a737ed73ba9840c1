// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lower layers of BERT. With post-norm, it equals BERT. With pre-norm, the embeddings have no
 * token types and are not normalised, and a normalisation ends the stack.
 */
public final class TextTransformer {
  /** The prefix of the names of all its weights. */
  public static final String PREFIX = "text_model.";

  private static final String EMBEDDINGS = PREFIX + "embeddings";

  /**
   * The name of the table of word embeddings, which the head of masked language modelling shares.
   */
  public static final String WORDS = EMBEDDINGS + ".word_embeddings.weight";

  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final TextEmbeddings embeddings;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** Creates the text encoder of a network. */
  public TextTransformer(NetworkShape shape) {
    this.shape = shape;
    this.embeddings = new TextEmbeddings(EMBEDDINGS, shape);
    for (int i = 0; i < shape.text().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.BERT, shape.text(), shape.textNorm(), false));
    }
  }

  /** Declares the encoder's weights. */
  public void declare(Declarations declare) {
    embeddings.declare(declare);
    for (TransformerBlock block : blocks) {
      block.declare(declare, 0);
    }
    if (shape.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, shape.text().width());
    }
  }

  /**
   * Encodes captions.
   *
   * @param ids token ids, int64, in the layout
   * @return the tokens in the layout, with width values each; a caption's first token represents
   *     the whole caption
   */
  public <T> T forward(TensorAlgebra<T> t, T ids, TokenLayout<T> captions, float dropout) {
    T x = embeddings.forward(t, ids, captions, dropout);
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, captions, Optional.empty(), dropout);
    }
    return shape.textNorm() == NormPlacement.PRE
        ? t.layerNorm(x, LAST_NORM, shape.text().normEpsilon())
        : x;
  }
}
