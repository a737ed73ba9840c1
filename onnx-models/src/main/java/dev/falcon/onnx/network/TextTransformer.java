package dev.falcon.onnx.network;

import dev.falcon.onnx.network.Declarations.First;
import dev.falcon.onnx.network.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.TensorAlgebra.TokenLayout;
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

  private static final String POSITIONS = EMBEDDINGS + ".position_embeddings.weight";
  private static final String TYPES = EMBEDDINGS + ".token_type_embeddings.weight";
  private static final String EMBEDDING_NORM = EMBEDDINGS + ".LayerNorm";
  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** The text encoder of a network. */
  public TextTransformer(NetworkShape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.text().layers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.BERT, shape.text(), shape.textNorm(), false));
    }
  }

  /** Names its weights. */
  public void declare(Declarations declare) {
    int width = shape.text().width();
    First normal = First.normal(Declarations.DEVIATION);
    First words = new First(First.Kind.WORDS, 0);
    declare.weight(WORDS, words, shape.vocabulary(), width);
    declare.weight(POSITIONS, normal, shape.maxTokens(), width);
    if (shape.textNorm() == NormPlacement.POST) {
      declare.weight(TYPES, normal, 2, width);
      declare.layerNorm(EMBEDDING_NORM, width);
    }
    for (TransformerBlock block : blocks) {
      block.declare(declare, 0);
    }
    if (shape.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, width);
    }
  }

  /**
   * Encodes captions.
   *
   * @param ids int64, a token each, that lie as the layout says
   * @return tokens that lie so, width values each; a caption's first token stands for the whole
   */
  public <T> T forward(TensorAlgebra<T> t, T ids, TokenLayout<T> captions, float dropout) {
    TensorAlgebra<T> embeddings = t.scope(EMBEDDINGS);
    float epsilon = shape.text().normEpsilon();
    T words = t.get(WORDS);
    T positions = captions.positions(embeddings, t.get(POSITIONS));
    T x = embeddings.add(embeddings.rows(words, ids), positions);
    if (shape.textNorm() == NormPlacement.POST) {
      T types = t.get(TYPES);
      T typed = embeddings.add(x, embeddings.at(types, 0, 0));
      x = t.dropout(t.layerNorm(typed, EMBEDDING_NORM, epsilon), dropout);
    }
    for (TransformerBlock block : blocks) {
      x = block.forward(t, x, captions, Optional.empty(), dropout);
    }
    return shape.textNorm() == NormPlacement.PRE ? t.layerNorm(x, LAST_NORM, epsilon) : x;
  }
}
