// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import java.util.Locale;

/**
 * The network's framework and sizes.
 *
 * @param framework the network and its losses: the name of a {@link FrameworkKind}
 * @param imageSize the side of the square image in pixels, a multiple of {@code patchSize}
 * @param patchSize the side of a patch in pixels
 * @param vision the image encoder; its blocks are pre-norm, as in ViT
 * @param text the text encoder; BLIP-2's Q-Former
 * @param fusionLayers the number of blocks with cross-attention: those of ALBEF's fusion encoder on
 *     top of the text encoder, of SigLIP-2's decoder, or every second block of BLIP-2's Q-Former
 * @param textNorm whether text and fusion blocks are post-norm, as in BERT, or pre-norm
 * @param maxTokens the maximum number of tokens per caption, including the first token
 * @param dropout the probability of dropout in text and fusion blocks; the image encoder has none
 * @param projection the width of the contrastive vectors
 * @param temperature the temperature of the contrastive loss
 * @param initialisation the initialisation of weights that are not loaded from a file
 * @param queries the number of learned queries of BLIP-2's Q-Former, each of which gives one
 *     contrastive vector of an image; 0 for other frameworks, which have one vector per image
 * @param decoderWords the number of tokens in the vocabulary of SigLIP-2's decoder, the most
 *     frequent ones in the training captions; all other tokens become one unknown token. 0 for the
 *     whole vocabulary
 */
public record ModelConfig(
    String framework,
    int imageSize,
    int patchSize,
    EncoderShape vision,
    EncoderShape text,
    int fusionLayers,
    NormPlacement textNorm,
    int maxTokens,
    float dropout,
    int projection,
    TemperatureConfig temperature,
    Initialisation initialisation,
    int queries,
    int decoderWords) {

  /** The default framework. */
  public static final String ALBEF = "albef";

  /** Creates a configuration for ALBEF. */
  public ModelConfig(
      int imageSize,
      int patchSize,
      EncoderShape vision,
      EncoderShape text,
      int fusionLayers,
      NormPlacement textNorm,
      int maxTokens,
      float dropout,
      int projection,
      TemperatureConfig temperature,
      Initialisation initialisation) {
    this(
        ALBEF,
        imageSize,
        patchSize,
        vision,
        text,
        fusionLayers,
        textNorm,
        maxTokens,
        dropout,
        projection,
        temperature,
        initialisation,
        0,
        0);
  }

  public ModelConfig {
    framework = framework.toLowerCase(Locale.ROOT);
    Checks.atLeast("model.patch_size", patchSize, 1);
    Checks.atLeast("model.fusion_layers", fusionLayers, 1);
    Checks.atLeast("model.max_tokens", maxTokens, 2);
    Checks.atLeast("model.projection", projection, 1);
    Checks.inRange("model.dropout", dropout, 0, 0.99);
    Checks.atLeast("model.decoder_words", decoderWords, 0);
    if (imageSize < patchSize || imageSize % patchSize != 0) {
      throw new RequestException(
          "model.image_size must be a multiple of model.patch_size; image_size="
              + imageSize
              + ", patch_size="
              + patchSize);
    }
  }

  /**
   * The learned temperature: its initial value and its bounds.
   *
   * @param initial the initial value
   * @param lowest the smallest value
   * @param highest the largest value
   */
  public record TemperatureConfig(float initial, float lowest, float highest) {
    public TemperatureConfig {
      if (!(0 < lowest && lowest <= initial && initial <= highest)) {
        throw new RequestException(
            "model.temperature must have 0 < lowest <= initial <= highest; lowest="
                + lowest
                + ", initial="
                + initial
                + ", highest="
                + highest);
      }
    }
  }

  /** Returns a copy for pictures of another size. */
  public ModelConfig withImageSize(int size) {
    return new ModelConfig(
        framework,
        size,
        patchSize,
        vision,
        text,
        fusionLayers,
        textNorm,
        maxTokens,
        dropout,
        projection,
        temperature,
        initialisation,
        queries,
        decoderWords);
  }

  /** Returns the number of image tokens, without the class token. */
  public int patches() {
    int side = imageSize / patchSize;
    return side * side;
  }

  /** Returns the sizes of ALBEF's network over a vocabulary of this many tokens. */
  public NetworkShape shape(int vocabulary) {
    return new NetworkShape(
        imageSize,
        patchSize,
        vision,
        text,
        fusionLayers,
        textNorm,
        vocabulary,
        maxTokens,
        projection);
  }

  /** The initialisation of weights that are not loaded from a file. */
  public enum Initialisation {
    /**
     * Weights and biases of linear layers uniform in ±1/sqrt(inputs); embeddings normal with
     * standard deviation 0.05.
     */
    FAN_IN,
    /** Linear layers and embeddings normal with standard deviation 0.02; biases 0. */
    NORMAL
  }
}
