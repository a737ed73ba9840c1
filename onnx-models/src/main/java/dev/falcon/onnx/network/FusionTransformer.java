package dev.falcon.onnx.network;

import dev.falcon.onnx.network.NetworkShape.NormPlacement;
import dev.falcon.onnx.network.TensorAlgebra.Projections;
import dev.falcon.onnx.network.TensorAlgebra.TokenLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** BERT's upper layers with cross-attention to the image's tokens. */
public final class FusionTransformer {
  /** What all its weights' names begin with. */
  public static final String PREFIX = "fusion_model.";

  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final NetworkShape shape;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  /** The fusion encoder of a network. */
  public FusionTransformer(NetworkShape shape) {
    this.shape = shape;
    for (int i = 0; i < shape.fusionLayers(); i++) {
      String prefix = PREFIX + "encoder.layer." + i + ".";
      blocks.add(
          new TransformerBlock(prefix, BlockKind.BERT, shape.text(), shape.textNorm(), true));
    }
  }

  /** Names its weights. */
  public void declare(Declarations declare) {
    for (TransformerBlock block : blocks) {
      block.declare(declare, shape.image().width());
    }
    if (shape.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, shape.text().width());
    }
  }

  /**
   * What captions will look at.
   *
   * @param image the image encoder's tokens [rows x others x vision width]; one row serves all
   *     captions where shapes broadcast
   */
  public <T> ImageMemory<T> memory(TensorAlgebra<T> t, T image) {
    return new ImageMemory<>(t, blocks.stream().map(block -> block.memory(t, image)).toList());
  }

  /**
   * Fuses captions with images, row by row.
   *
   * @param text the text encoder's tokens, that lie as the layout says
   * @param images a row a caption
   * @return tokens that lie so; a caption's first token stands for the pair
   */
  public <T> T forward(
      TensorAlgebra<T> t, T text, TokenLayout<T> captions, ImageMemory<T> images, float dropout) {
    return end(t, run(t, text, captions, images, blocks.size(), dropout));
  }

  /**
   * The same at the first token of every caption alone, without the last block's work for the
   * others.
   *
   * @return [rows x width]
   */
  public <T> T first(
      TensorAlgebra<T> t, T text, TokenLayout<T> captions, ImageMemory<T> images, float dropout) {
    int last = blocks.size() - 1;
    T x = run(t, text, captions, images, last, dropout);
    Optional<Projections<T>> memory = Optional.of(images.block(last));
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
      Optional<Projections<T>> memory = Optional.of(images.block(i));
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
