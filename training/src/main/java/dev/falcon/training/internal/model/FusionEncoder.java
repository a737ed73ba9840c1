package dev.falcon.training.internal.model;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.EncoderConfig;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.internal.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/** BERT's upper layers with cross-attention to the image's tokens. */
public final class FusionEncoder {
  /** What all its parameters' names begin with. */
  public static final String PREFIX = "fusion_model.";

  private static final String LAST_NORM = PREFIX + "encoder.LayerNorm";

  private final ModelConfig config;
  private final List<TransformerBlock> blocks = new ArrayList<>();

  FusionEncoder(ModelConfig config) {
    this.config = config;
    EncoderConfig text = config.text();
    for (int i = 0; i < config.fusionLayers(); i++) {
      blocks.add(
          new TransformerBlock(
              PREFIX + "encoder.layer." + i + ".", BlockNames.BERT, text, config.textNorm(), true));
    }
  }

  void declare(Declarations declare) {
    for (TransformerBlock block : blocks) {
      block.declare(declare, config.vision().width());
    }
    if (config.textNorm() == NormPlacement.PRE) {
      declare.layerNorm(LAST_NORM, config.text().width());
    }
  }

  /**
   * Keys and values of images for every block, worked out once however many captions look at them.
   */
  public static final class ImageMemory {
    private final List<Attention.Memory> blocks;

    private ImageMemory(List<Attention.Memory> blocks) {
      this.blocks = blocks;
    }

    /** Some of the images, in any order and as often as wanted; int64 indices. */
    public ImageMemory rows(NDArray indices) {
      return new ImageMemory(blocks.stream().map(block -> block.rows(indices)).toList());
    }
  }

  /** What captions will look at; the image encoder's tokens [rows x others x vision width]. */
  public ImageMemory memory(Weights weights, NDArray image) {
    return new ImageMemory(blocks.stream().map(block -> block.memory(weights, image)).toList());
  }

  /**
   * Fuses captions with images, row by row.
   *
   * @param text the text encoder's tokens [tokens x width]
   * @param captions which the tokens belong to
   * @param images a row a caption
   * @return [tokens x width]
   */
  public NDArray forward(
      Weights weights, NDArray text, Sequences captions, ImageMemory images, float dropout) {
    return end(weights, run(weights, text, captions, images, blocks.size(), dropout));
  }

  /**
   * The same at the first token of every caption alone, which stands for the pair.
   *
   * @return [rows x width]
   */
  public NDArray first(
      Weights weights, NDArray text, Sequences captions, ImageMemory images, float dropout) {
    int last = blocks.size() - 1;
    NDArray x = run(weights, text, captions, images, last, dropout);
    TransformerBlock block = blocks.get(last);
    return end(weights, block.first(weights, x, captions, images.blocks.get(last), dropout));
  }

  private NDArray run(
      Weights weights,
      NDArray text,
      Sequences captions,
      ImageMemory images,
      int count,
      float dropout) {
    NDArray x = text;
    for (int i = 0; i < count; i++) {
      x = blocks.get(i).forward(weights, x, captions, images.blocks.get(i), dropout);
    }
    return x;
  }

  private NDArray end(Weights weights, NDArray x) {
    return config.textNorm() == NormPlacement.PRE
        ? weights.layerNorm(x, LAST_NORM, config.text().normEpsilon())
        : x;
  }
}
