// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

import dev.falcon.data.RequestException;

/**
 * The sizes of an ALBEF network (Li et al., 2021): an image encoder, a text encoder, a fusion
 * encoder on top of the text encoder, and two projections into one space.
 *
 * @param imageSize the side of the square image in pixels
 * @param patchSize the side of a patch in pixels; divides the image's
 * @param image the image encoder, pre-norm
 * @param text the text encoder; the fusion encoder's blocks have the same sizes
 * @param fusionLayers the number of blocks of the fusion encoder
 * @param textNorm where the blocks of the text and fusion encoders normalise
 * @param vocabulary the number of tokens in the vocabulary
 * @param maxTokens the maximum number of tokens per caption
 * @param projection the width of the contrastive vectors
 */
public record NetworkShape(
    int imageSize,
    int patchSize,
    EncoderShape image,
    EncoderShape text,
    int fusionLayers,
    NormPlacement textNorm,
    int vocabulary,
    int maxTokens,
    int projection)
    implements ModelShape {

  /**
   * A stack of transformer blocks.
   *
   * @param width the width of every token
   * @param heads the number of heads of attention; divides the width
   * @param layers the number of blocks
   * @param feedForward the width between the two feed-forward layers of a block
   * @param normEpsilon the value added to the variance in every normalisation
   */
  public record EncoderShape(int width, int heads, int layers, int feedForward, float normEpsilon) {
    public EncoderShape {
      if (layers < 1) {
        throw new RequestException("layers must be at least 1; layers=" + layers);
      }
      if (feedForward < 1) {
        throw new RequestException("feed_forward must be at least 1; feed_forward=" + feedForward);
      }
      if (heads < 1) {
        throw new RequestException("heads must be at least 1; heads=" + heads);
      }
      if (width < 1 || width % heads != 0) {
        throw new RequestException(
            "an encoder's width must be a multiple of its heads; width="
                + width
                + ", heads="
                + heads);
      }
    }
  }

  /** The position of the normalisations in a block. */
  public enum NormPlacement {
    /** Before each sub-block, and again after the last block. */
    PRE,
    /** After each sub-block's residual sum, as in BERT. */
    POST
  }

  public NetworkShape {
    if (patchSize < 1 || imageSize % patchSize != 0) {
      throw new IllegalArgumentException(
          "imageSize must be a multiple of patchSize; imageSize="
              + imageSize
              + ", patchSize="
              + patchSize);
    }
  }

  /** Returns the number of image patches; an image has one more token than patches. */
  public int patches() {
    int side = imageSize / patchSize;
    return side * side;
  }
}
