// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.EvaTransformer;
import dev.falcon.onnx.network.block.ImageMemory;
import dev.falcon.onnx.network.block.QFormer;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.shape.Blip2Shape;
import java.util.Optional;

/**
 * BLIP-2's network of stage 1 (Li et al., 2023): a frozen image encoder, the Q-Former, and heads
 * for contrast, matching and generation. Weights are named as in Hugging Face's {@code
 * Blip2ForImageTextRetrieval}; those of the generation head as in ALBEF.
 */
public final class Blip2Network {
  private static final String IMAGE_PROJECTION = "vision_projection";
  private static final String TEXT_PROJECTION = "text_projection";
  private static final String MATCH_HEAD = "itm_head";

  /** The prefix of the names of the generation head. */
  public static final String WORD_HEAD = "mlm_head.";

  private static final String WORD_TRANSFORM = WORD_HEAD + "transform.dense";
  private static final String WORD_NORM = WORD_HEAD + "transform.LayerNorm";
  private static final String WORD_BIAS = WORD_HEAD + "bias";

  private final Blip2Shape shape;
  private final EvaTransformer vision;
  private final QFormer qFormer;

  /** Creates a network of these sizes. */
  public Blip2Network(Blip2Shape shape) {
    this.shape = shape;
    this.vision = new EvaTransformer(shape);
    this.qFormer = new QFormer(shape);
  }

  /** Declares the network's weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    declareTrained(declare);
  }

  /** Declares the trained weights: all but the image encoder's. */
  public void declareTrained(Declarations declare) {
    vision.declareNorm(declare);
    qFormer.declare(declare);
    int width = shape.text().width();
    declare.head(IMAGE_PROJECTION, width, shape.projection());
    declare.head(TEXT_PROJECTION, width, shape.projection());
    declare.head(MATCH_HEAD, width, 2);
    declare.linear(WORD_TRANSFORM, width, width);
    declare.layerNorm(WORD_NORM, width);
    declare.weight(WORD_BIAS, Declarations.First.constant(0), shape.vocabulary());
  }

  /** Returns the image encoder. */
  public EvaTransformer vision() {
    return vision;
  }

  /** Returns the Q-Former. */
  public QFormer qFormer() {
    return qFormer;
  }

  /**
   * Returns the unnormalised contrastive vectors of images; the queries' tokens [rows x queries x
   * width] to [rows x queries x projection].
   */
  public <T> T imageProjections(TensorAlgebra<T> t, T queries) {
    return t.linear(queries, IMAGE_PROJECTION);
  }

  /**
   * Returns the unnormalised contrastive vectors of captions; their first tokens [rows x width] to
   * [rows x projection].
   */
  public <T> T textProjection(TensorAlgebra<T> t, T firsts) {
    return t.linear(firsts, TEXT_PROJECTION);
  }

  /**
   * Returns the logits of (no match, match), the mean of the queries' logits.
   *
   * @param words the words returned by {@link QFormer#embed}, padded [rows x longest x width]
   * @param mask the mask, as for {@link QFormer#together}
   * @return [rows x 2]
   */
  public <T> T matchLogits(
      TensorAlgebra<T> t, T words, ImageMemory<T> images, Optional<T> mask, float dropout) {
    T queries = qFormer.together(t, words, images, mask, dropout);
    return t.scope(MATCH_HEAD).mean(t.linear(queries, MATCH_HEAD), 1);
  }

  /** Returns logits over the vocabulary at some tokens; [tokens x width] to [tokens x words]. */
  public <T> T wordLogits(TensorAlgebra<T> t, T tokens) {
    T hidden = t.scope(WORD_TRANSFORM).gelu(t.linear(tokens, WORD_TRANSFORM));
    T normed = t.layerNorm(hidden, WORD_NORM, shape.text().normEpsilon());
    return t.linear(normed, t.get(QFormer.WORDS), t.get(WORD_BIAS));
  }
}
