// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.EvaTransformer;
import dev.falcon.onnx.network.block.OptTransformer;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.OptShape;

/**
 * BLIP-2's network of stage 2 (Li et al., 2023, section 3.3), under the names of Hugging Face's
 * {@code Blip2ForConditionalGeneration}: an image's queries are projected to inputs of a language
 * model, where they precede a text. In this stage, the Q-Former reads no words.
 */
public final class Blip2Language {
  /** The prefix of the names of the projection before the language model. */
  public static final String PROJECTION = "language_projection";

  private final Blip2Shape shape;
  private final OptShape language;
  private final EvaTransformer vision;
  private final QFormer qFormer;
  private final OptTransformer model;

  /**
   * Creates a network of these sizes. The vocabulary, maximum caption length and projection in
   * {@code shape} are not used.
   */
  public Blip2Language(Blip2Shape shape, OptShape language) {
    this.shape = shape;
    this.language = language;
    this.vision = new EvaTransformer(shape);
    this.qFormer = new QFormer(shape);
    this.model = new OptTransformer(language);
  }

  /**
   * Declares the network's weights.
   *
   * @param frozen receives the weights that this stage does not train: those of the image encoder
   *     and of the language model
   * @param trained receives the other weights: those of the normalisation between encoder and
   *     Q-Former, of the Q-Former, and of the projection
   */
  public void declare(Declarations frozen, Declarations trained) {
    vision.declare(frozen);
    vision.declareNorm(trained);
    qFormer.declareQueries(trained);
    trained.linear(PROJECTION, shape.text().width(), language.blocks().width());
    model.declare(frozen);
  }

  /** Returns the image encoder. */
  public EvaTransformer vision() {
    return vision;
  }

  /** Returns the language model. */
  public OptTransformer model() {
    return model;
  }

  /**
   * Returns the language model's inputs for images.
   *
   * @param encoded the image encoder's tokens, not normalised [rows x (1 + patches) x width]
   * @param dropout the probability of dropout in the Q-Former
   * @return [rows x queries x width of the language model]
   */
  public <T> T prompts(TensorAlgebra<T> t, T encoded, float dropout) {
    T tokens = vision.normalised(t, encoded);
    T queries = qFormer.queries(t, qFormer.memory(t, tokens), tokens, dropout).tokens();
    return t.linear(queries, PROJECTION);
  }

  /**
   * Reads texts after the images' prompts.
   *
   * @param prompts the prompts returned by {@link #prompts}
   * @param ids the texts' token ids, int64 [rows x tokens]
   * @param positions as for {@link OptTransformer#forward}, those of the prompts first [rows x
   *     (queries + tokens)]
   * @param mask as for {@link OptTransformer#forward} [rows x 1 x (queries + tokens) x (queries +
   *     tokens)]
   * @return [rows x (queries + tokens) x width]
   */
  public <T> T read(TensorAlgebra<T> t, T prompts, T ids, T positions, T mask) {
    return model.forward(t, t.concat(1, prompts, model.embed(t, ids)), positions, mask);
  }
}
