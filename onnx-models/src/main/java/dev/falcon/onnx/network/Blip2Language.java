package dev.falcon.onnx.network;

import dev.falcon.onnx.network.algebra.Declarations;
import dev.falcon.onnx.network.algebra.TensorAlgebra;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.OptShape;
import dev.falcon.onnx.network.transformer.EvaTransformer;
import dev.falcon.onnx.network.transformer.OptTransformer;
import dev.falcon.onnx.network.transformer.QFormer;

/**
 * BLIP-2's network of stage 2 (Li et al., 2023, section 3.3), under the names of Hugging Face's
 * {@code Blip2ForConditionalGeneration}: an image's queries are projected into a language model,
 * which reads them before a text and goes on. The Q-Former has lost its words.
 */
public final class Blip2Language {
  private static final String PROJECTION = "language_projection";

  private final Blip2Shape shape;
  private final OptShape language;
  private final EvaTransformer vision;
  private final QFormer qFormer;
  private final OptTransformer model;

  /**
   * A network of these sizes; of the first, vocabulary, longest caption and projection are idle.
   */
  public Blip2Language(Blip2Shape shape, OptShape language) {
    this.shape = shape;
    this.language = language;
    this.vision = new EvaTransformer(shape);
    this.qFormer = new QFormer(shape);
    this.model = new OptTransformer(language);
  }

  /** Names its weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    vision.declareNorm(declare);
    qFormer.declareQueries(declare);
    declare.linear(PROJECTION, shape.text().width(), language.blocks().width());
    model.declare(declare);
  }

  /** The language model. */
  public OptTransformer model() {
    return model;
  }

  /**
   * What the language model is shown of images.
   *
   * @param images [rows x 3 x side x side], normalised
   * @return [rows x queries x width of the language model]
   */
  public <T> T prompts(TensorAlgebra<T> t, T images) {
    T tokens = vision.normalised(t, vision.forward(t, images));
    T queries = qFormer.queries(t, qFormer.memory(t, tokens), images, 0).tokens();
    return t.linear(queries, PROJECTION);
  }

  /**
   * Reads texts behind the images' prompts.
   *
   * @param prompts of {@link #prompts}
   * @param ids int64 [rows x tokens]
   * @param positions as for {@link OptTransformer#forward}, the prompts' first [rows x (queries +
   *     tokens)]
   * @param mask as there [rows x 1 x (queries + tokens) x (queries + tokens)]
   * @return [rows x (queries + tokens) x width]
   */
  public <T> T read(TensorAlgebra<T> t, T prompts, T ids, T positions, T mask) {
    return model.forward(t, t.concat(1, prompts, model.embed(t, ids)), positions, mask);
  }
}
