package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * BERT's lower layers. With post-norm it equals BERT; with pre-norm the embeddings have no token
 * types and are not normalised, and a normalisation ends the stack.
 */
public final class TextTransformer {
  /** Prefix of the names of all its weights. */
  public static final String PREFIX = "text_model.";

  private static final String EMBEDDINGS = PREFIX + "embeddings";

  /** The table of word embeddings, which the head of masked language modelling shares. */
  public static final String WORDS = EMBEDDINGS + ".word_embeddings.weight";

  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final TextEmbeddings embeddings;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** The text encoder of a network. */
  public TextTransformer(NetworkShape shape) {
    this.shape = shape;
    this.embeddings = new TextEmbeddings(EMBEDDINGS, shape);
    for (int i = 0; i < shape.text().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.BERT, shape.text(), shape.textNorm(), false));
    }
  }

  /** Declares its weights. */
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
   * @param ids int64, one per token, in the layout
   * @return tokens in the layout, width values each; a caption's first token represents the whole
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
