// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.onnx.network.block.WordHead;
import dev.falcon.onnx.network.shape.NetworkShape;

/**
 * ALBEF's network (Li et al., 2021): two encoders whose first tokens are projected to a common
 * contrastive space, and a fusion encoder for matching and masked language modelling.
 */
public final class AlbefNetwork {
  private static final String IMAGE_PROJECTION = "vision_projection";
  private static final String TEXT_PROJECTION = "text_projection";
  private static final String MATCH_HEAD = "itm_head";
  private static final String WORD_HEAD = "mlm_head";

  private final NetworkShape shape;
  private final VisionTransformer vision;
  private final TextTransformer text;
  private final FusionTransformer fusion;
  private final WordHead words;

  /** Creates a network of these sizes. */
  public AlbefNetwork(NetworkShape shape) {
    this.shape = shape;
    this.vision = new VisionTransformer(shape);
    this.text = new TextTransformer(shape);
    this.fusion = new FusionTransformer(shape);
    this.words = new WordHead(WORD_HEAD, TextTransformer.WORDS, shape);
  }

  /** Declares the network's weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    text.declare(declare);
    fusion.declare(declare);
    int width = shape.text().width();
    declare.head(IMAGE_PROJECTION, shape.image().width(), shape.projection());
    declare.head(TEXT_PROJECTION, width, shape.projection());
    declare.head(MATCH_HEAD, width, 2);
    words.declare(declare);
  }

  /** Returns the image encoder. */
  public VisionTransformer vision() {
    return vision;
  }

  /** Returns the text encoder. */
  public TextTransformer text() {
    return text;
  }

  /** Returns the fusion encoder. */
  public FusionTransformer fusion() {
    return fusion;
  }

  /**
   * Returns the unnormalised contrastive vectors of images; image tokens [rows x (1 + patches) x
   * width] to [rows x p].
   */
  public <T> T imageProjection(TensorAlgebra<T> t, T imageTokens) {
    return t.linear(t.at(imageTokens, 1, 0), IMAGE_PROJECTION);
  }

  /**
   * Returns the unnormalised contrastive vectors of captions; their first tokens [rows x width] to
   * [rows x p].
   */
  public <T> T textProjection(TensorAlgebra<T> t, T firsts) {
    return t.linear(firsts, TEXT_PROJECTION);
  }

  /**
   * Returns the logits of (no match, match); the fusion encoder's first tokens [rows x width] to
   * [rows x 2].
   */
  public <T> T matchLogits(TensorAlgebra<T> t, T firsts) {
    return t.linear(firsts, MATCH_HEAD);
  }

  /**
   * Returns logits over the vocabulary at some tokens of the fusion encoder; [tokens x width] to
   * [tokens x words].
   */
  public <T> T wordLogits(TensorAlgebra<T> t, T tokens) {
    return words.logits(t, tokens);
  }
}
