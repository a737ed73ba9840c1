package dev.falcon.onnx.network.transformer;

import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.onnx.network.algebra.TensorAlgebra;
import dev.falcon.onnx.network.algebra.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.block.BlockKind;
import dev.falcon.onnx.network.block.TextEmbeddings;
import dev.falcon.onnx.network.block.TransformerBlock;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * BERT's lower layers. With post-norm it is BERT to the letter; with pre-norm the embeddings are
 * neither typed nor normalised, and a normalisation ends the stack.
 */
public final class TextTransformer {
  /** What all its weights' names begin with. */
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

  /** Names its weights. */
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
   * @param ids int64, a token each, that lie as the layout says
   * @return tokens that lie so, width values each; a caption's first token stands for the whole
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
