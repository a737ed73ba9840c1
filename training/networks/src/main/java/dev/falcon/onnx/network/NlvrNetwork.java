// SPDX-License-Identifier: Apache-2.0
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
 * ALBEF's network for statements about several images (Li et al., 2021, section 5, NLVR2). The
 * image encoder encodes each image, the fusion encoder attends to one after the other, and two
 * layers classify its first token.
 */
public final class NlvrNetwork {
  /** The prefix of the names of the classification layers. */
  public static final String HEAD = "statement_head.";

  private static final String HIDDEN = HEAD + "dense";
  private static final String CLASSES = HEAD + "classes";

  private final NetworkShape shape;
  private final int classes;
  private final VisionTransformer vision;
  private final TextTransformer text;
  private final FusionTransformer fusion;

  /**
   * Creates a network of these sizes.
   *
   * @param images the number of images per statement
   * @param classes the number of classes; for NLVR2 2, the second of which is "true"
   */
  public NlvrNetwork(NetworkShape shape, int images, int classes) {
    this.shape = shape;
    this.classes = classes;
    this.vision = new VisionTransformer(shape);
    this.text = new TextTransformer(shape);
    this.fusion = new FusionTransformer(shape, images);
  }

  /** Declares the network's weights. */
  public void declare(Declarations declare) {
    vision.declare(declare);
    text.declare(declare);
    fusion.declare(declare);
    int width = shape.text().width();
    declare.head(HIDDEN, width, width);
    declare.head(CLASSES, width, classes);
  }

  /** Returns the image encoder. */
  public VisionTransformer vision() {
    return vision;
  }

  /**
   * Classifies statements.
   *
   * @param ids token ids, int64, in the layout
   * @param images the image encoder's tokens of the first image of every statement, then of the
   *     second, and so on; each [rows x (1 + patches) x width]
   * @return logits [rows x classes]
   */
  public <T> T logits(
      TensorAlgebra<T> t, T ids, TokenLayout<T> statements, List<T> images, float dropout) {
    T tokens = text.forward(t, ids, statements, dropout);
    T firsts = fusion.first(t, tokens, statements, fusion.memory(t, images), dropout);
    return t.linear(t.scope(HIDDEN).relu(t.linear(firsts, HIDDEN)), CLASSES);
  }
}
