// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

import dev.falcon.data.RequestException;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The sizes of BLIP-2's network of stage 1 (Li et al., 2023): a frozen image encoder, and the
 * Q-Former, whose learned queries attend to the image's tokens.
 *
 * @param imageSize the side of the square image in pixels
 * @param patchSize the side of a patch in pixels; divides the image's
 * @param image the image encoder, pre-norm
 * @param text the Q-Former, post-norm; every second block, from the first on, attends to the image
 * @param queries the number of learned queries, each of which gives a contrastive vector of an
 *     image
 * @param vocabulary number of tokens; the last one is the decoder's start token
 * @param maxTokens the maximum number of tokens per caption
 * @param projection the width of the contrastive vectors
 */
public record Blip2Shape(
    int imageSize,
    int patchSize,
    EncoderShape image,
    EncoderShape text,
    int queries,
    int vocabulary,
    int maxTokens,
    int projection)
    implements ModelShape {
  public Blip2Shape {
    if (queries < 1) {
      throw new RequestException("queries must be at least 1; queries=" + queries);
    }
  }

  /** Returns the number of patches along a side of the image. */
  public int side() {
    return imageSize / patchSize;
  }

  /** Returns the number of image tokens: a class token and the patches. */
  public int imageTokens() {
    return 1 + side() * side();
  }
}
