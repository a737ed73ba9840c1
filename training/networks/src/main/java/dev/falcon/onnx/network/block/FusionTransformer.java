// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.block;

import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * BERT's upper layers with cross-attention to the image's tokens. For several images, as in NLVR2,
 * each layer is replaced by a sequence of complete layers, one per image, which share only the key
 * and value projections of cross-attention (Li et al., 2021, section 5).
 */
public final class FusionTransformer {
  /** The prefix of the names of all its weights. */
  public static final String PREFIX = "fusion_model.";

  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final int images;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** Creates the fusion encoder of a network. */
  public FusionTransformer(NetworkShape shape) {
    this(shape, 1);
  }

  /**
   * Creates the fusion encoder for texts about several images.
   *
   * @param images the number of images; layer {@code i} of the network for one image becomes the
   *     layers from {@code images * i} on
   */
  public FusionTransformer(NetworkShape shape, int images) {
    this.shape = shape;
    this.images = images;
    for (int i = 0; i < shape.fusionLayers() * images; i++) {
      blocks.add(
          new TransformerBlock(
              layer(i),
              BlockKind.BERT,
              shape.text(),
              shape.textNorm(),
              Optional.of(layer(i - i % images))));
    }
  }

  /** Returns the prefix of the names of a layer's weights. */
  public static String layer(int number) {
    return PREFIX + "encoder.layer." + number + ".";
  }

  /** Declares the encoder's weights. */
  public void declare(Declarations declare) {
    for (TransformerBlock block : blocks) {
      block.declare(declare, shape.image().width());
    }
    if (shape.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, shape.text().width());
    }
  }

  /**
   * Returns the memory to which captions attend.
   *
   * @param image the image encoder's tokens [rows x others x vision width]; a single row serves all
   *     captions if shapes broadcast
   */
  public <T> ImageMemory<T> memory(TensorAlgebra<T> t, T image) {
    return memory(t, List.of(image));
  }

  /**
   * Returns the memory to which texts about several images attend.
   *
   * @param each the images' tokens, as for one image: those of the first image of every text, then
   *     of the second, and so on
   */
  public <T> ImageMemory<T> memory(TensorAlgebra<T> t, List<T> each) {
    List<Memory<T>> memory = new ArrayList<>();
    for (int i = 0; i < blocks.size(); i++) {
      memory.add(blocks.get(i).memory(t, each.get(i % images)));
    }
    return new ImageMemory<>(t, memory);
  }

  /**
   * Fuses captions with images, row by row.
   *
   * @param text the text encoder's tokens, in the layout
   * @param images the memory, one row per caption
   * @return the tokens in the layout; a caption's first token represents the pair
   */
  public <T> T forward(
      TensorAlgebra<T> t, T text, TokenLayout<T> captions, ImageMemory<T> images, float dropout) {
    return end(t, run(t, text, captions, images, blocks.size(), dropout));
  }

  /**
   * Returns the output at the first token of every caption only, which saves the last block's work
   * for the other tokens.
   *
   * @return [rows x width]
   */
  public <T> T first(
      TensorAlgebra<T> t, T text, TokenLayout<T> captions, ImageMemory<T> images, float dropout) {
    int last = blocks.size() - 1;
    T x = run(t, text, captions, images, last, dropout);
    Optional<Memory<T>> memory = Optional.of(images.block(last));
    return end(t, blocks.get(last).first(t, x, captions, memory, dropout));
  }

  private <T> T run(
      TensorAlgebra<T> t,
      T text,
      TokenLayout<T> captions,
      ImageMemory<T> images,
      int count,
      float dropout) {
    T x = text;
    for (int i = 0; i < count; i++) {
      Optional<Memory<T>> memory = Optional.of(images.block(i));
      x = blocks.get(i).forward(t, x, captions, memory, dropout);
    }
    return x;
  }

  private <T> T end(TensorAlgebra<T> t, T x) {
    return shape.textNorm() == NormPlacement.PRE
        ? t.layerNorm(x, LAST_NORM, shape.text().normEpsilon())
        : x;
  }
}
