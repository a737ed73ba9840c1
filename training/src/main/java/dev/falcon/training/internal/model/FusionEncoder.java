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
   * Fuses captions with images, row by row.
   *
   * @param text the text encoder's tokens [rows x tokens x width]
   * @param mask of the text tokens [rows x 1 x 1 x tokens]
   * @param image the image encoder's tokens [rows x others x vision width]
   * @return [rows x tokens x width]; the first stands for the pair
   */
  public NDArray forward(
      Weights weights, NDArray text, NDArray mask, NDArray image, float dropout) {
    NDArray x = text;
    for (TransformerBlock block : blocks) {
      x = block.forward(weights, x, mask, image, dropout);
    }
    return config.textNorm() == NormPlacement.PRE
        ? weights.layerNorm(x, LAST_NORM, config.text().normEpsilon())
        : x;
  }
}
