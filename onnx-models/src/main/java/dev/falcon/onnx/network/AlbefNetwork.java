package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.onnx.network.block.WordHead;
import dev.falcon.onnx.network.shape.NetworkShape;

/**
 * ALBEF's network (Li et al., 2021): two encoders whose first tokens are projected to a contrastive
 * space, and a fusion encoder for matching and masked language modelling.
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

  /** A network of these sizes. */
  public AlbefNetwork(NetworkShape shape) {
    this.shape = shape;
    this.vision = new VisionTransformer(shape);
    this.text = new TextTransformer(shape);
    this.fusion = new FusionTransformer(shape);
    this.words = new WordHead(WORD_HEAD, TextTransformer.WORDS, shape);
  }

  /** Declares its weights. */
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

  /** The image encoder. */
  public VisionTransformer vision() {
    return vision;
  }

  /** The text encoder. */
  public TextTransformer text() {
    return text;
  }

  /** The fusion encoder. */
  public FusionTransformer fusion() {
    return fusion;
  }

  /** Unnormalised contrastive vectors; image tokens to [rows x p]. */
  public <T> T imageProjection(TensorAlgebra<T> t, T imageTokens) {
    return t.linear(t.at(imageTokens, 1, 0), IMAGE_PROJECTION);
  }

  /** Unnormalised contrastive vectors of captions, from their first tokens [rows x width]. */
  public <T> T textProjection(TensorAlgebra<T> t, T firsts) {
    return t.linear(firsts, TEXT_PROJECTION);
  }

  /** Logits of (no match, match) from the fusion's first tokens; [rows x 2]. */
  public <T> T matchLogits(TensorAlgebra<T> t, T firsts) {
    return t.linear(firsts, MATCH_HEAD);
  }

  /**
   * Logits over the vocabulary at some tokens of the fusion; [tokens x width] to [tokens x words].
   */
  public <T> T wordLogits(TensorAlgebra<T> t, T tokens) {
    return words.logits(t, tokens);
  }
}
