// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The sizes of a SigLIP network: two towers with vectors in one space, and a decoder that predicts
 * captions from image tokens.
 *
 * @param imageSize the side of the square image in pixels
 * @param patchSize the side of a patch in pixels; divides the image's
 * @param image the image tower; its vectors have its width
 * @param text the text tower; the decoder's blocks have the same sizes
 * @param decoderLayers the number of blocks of the decoder
 * @param vocabulary the number of tokens in the vocabulary
 * @param maxTokens the number of tokens of every caption, including padding
 * @param projection the width of the text vectors, which equals the image tower's width
 */
public record SiglipShape(
    int imageSize,
    int patchSize,
    EncoderShape image,
    EncoderShape text,
    int decoderLayers,
    int vocabulary,
    int maxTokens,
    int projection)
    implements ModelShape {

  /** Returns the number of patches along a side of the image. */
  public int side() {
    return imageSize / patchSize;
  }

  /** Returns the number of image tokens. */
  public int patches() {
    return side() * side();
  }

  @Override
  public boolean readsPadding() {
    return true;
  }
}
