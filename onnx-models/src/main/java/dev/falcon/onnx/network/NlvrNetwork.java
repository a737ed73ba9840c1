package dev.falcon.onnx.network;

import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.onnx.network.block.FusionTransformer;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.block.TextTransformer;
import dev.falcon.onnx.network.block.VisionTransformer;
import dev.falcon.onnx.network.shape.NetworkShape;
import java.util.List;

/**
 * ALBEF's network for statements about several images (Li et al., 2021, section 5, NLVR2): the
 * image encoder encodes each, the fusion encoder attends to one after the other, and two layers
 * classify its first token.
 */
public final class NlvrNetwork {
  /** Prefix of the names of the classification layers. */
  public static final String HEAD = "statement_head.";

  private static final String HIDDEN = HEAD + "dense";
  private static final String CLASSES = HEAD + "classes";

  private final NetworkShape shape;
  private final int classes;
  private final VisionTransformer vision;
  private final TextTransformer text;
  private final FusionTransformer fusion;

  /**
   * A network of these sizes.
   *
   * @param images number of images of a statement
   * @param classes number of classes; 2, the second of them "true", for NLVR2
   */
  public NlvrNetwork(NetworkShape shape, int images, int classes) {
    this.shape = shape;
    this.classes = classes;
    this.vision = new VisionTransformer(shape);
    this.text = new TextTransformer(shape);
    this.fusion = new FusionTransformer(shape, images);
  }

  /** Declares its weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    text.declare(declare);
    fusion.declare(declare);
    int width = shape.text().width();
    declare.head(HIDDEN, width, width);
    declare.head(CLASSES, width, classes);
  }

  /** The image encoder. */
  public VisionTransformer vision() {
    return vision;
  }

  /**
   * Classifies statements.
   *
   * @param ids int64, one per token, in the layout
   * @param images tokens of the first images of all statements, of the second, and so on; each
   *     [rows x (1 + patches) x width]
   * @return logits [rows x classes]
   */
  public <T> T logits(
      TensorAlgebra<T> t, T ids, TokenLayout<T> statements, List<T> images, float dropout) {
    T tokens = text.forward(t, ids, statements, dropout);
    T firsts = fusion.first(t, tokens, statements, fusion.memory(t, images), dropout);
    return t.linear(t.scope(HIDDEN).relu(t.linear(firsts, HIDDEN)), CLASSES);
  }
}
