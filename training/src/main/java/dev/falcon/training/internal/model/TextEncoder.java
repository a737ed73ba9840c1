package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.internal.tensor.Ops;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/**
 * BERT's lower layers. With post-norm it is BERT to the letter; with pre-norm the embeddings are
 * neither typed nor normalised, and a normalisation ends the stack.
 */
public final class TextEncoder {
  /** What all its parameters' names begin with. */
  public static final String PREFIX = "text_model.";

  /** The table of word embeddings, which the head of masked language modelling shares. */
  public static final String WORDS = PREFIX + "embeddings.word_embeddings.weight";

  private static final String POSITIONS = PREFIX + "embeddings.position_embeddings.weight";
  private static final String TYPES = PREFIX + "embeddings.token_type_embeddings.weight";
  private static final String EMBEDDING_NORM = PREFIX + "embeddings.LayerNorm";
  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final ModelConfig config;
  private final int vocabulary;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  TextEncoder(ModelConfig config, int vocabulary) {
    this.config = config;
    this.vocabulary = vocabulary;
    for (int i = 0; i < config.text().layers(); i++) {
      blocks.add(
          new TransformerBlock(
              PREFIX + "encoder.layer." + i + ".",
              BlockNames.BERT,
              config.text(),
              config.textNorm(),
              false));
    }
  }

  void declare(Declarations declare) {
    int width = config.text().width();
    declare.words(WORDS, vocabulary, width);
    declare.normal(POSITIONS, config.maxTokens(), width);
    if (config.textNorm() == NormPlacement.POST) {
      declare.normal(TYPES, 2, width);
      declare.layerNorm(EMBEDDING_NORM, width);
    }
    for (TransformerBlock block : blocks) {
      block.declare(declare, 0);
    }
    if (config.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, width);
    }
  }

  /**
   * Encodes captions.
   *
   * @param tokens int64 [tokens], caption by caption
   * @param captions which the tokens belong to
   * @return [tokens x width]; a caption's first token stands for the whole
   */
  public NDArray forward(Weights weights, NDArray tokens, Sequences captions, float dropout) {
    float epsilon = config.text().normEpsilon();
    NDArray positions = Ops.embedding(captions.places(), weights.get(POSITIONS));
    NDArray x = Ops.embedding(tokens, weights.get(WORDS)).add(positions);
    if (config.textNorm() == NormPlacement.POST) {
      NDArray typed = x.add(weights.get(TYPES).get("0:1"));
      x = Ops.dropout(weights.layerNorm(typed, EMBEDDING_NORM, epsilon), dropout);
    }
    for (TransformerBlock block : blocks) {
      x = block.forward(weights, x, captions, null, dropout);
    }
    return config.textNorm() == NormPlacement.PRE ? weights.layerNorm(x, LAST_NORM, epsilon) : x;
  }
}
