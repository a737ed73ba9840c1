package dev.falcon.onnx.network.shape;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The sizes of a SigLIP network: two towers with vectors in one space, and a decoder that predicts
 * captions from image tokens.
 *
 * @param imageSize the side of the square image in pixels
 * @param patchSize the side of a patch in pixels; divides the image's
 * @param image the image tower; its vectors have its width
 * @param text the text tower; the decoder's blocks are of the same sizes
 * @param decoderLayers blocks of the decoder
 * @param vocabulary the number of tokens that there are
 * @param maxTokens of every caption, padding included
 * @param projection the width of the text's vectors; the image tower's width
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

  /** Patches along a side of the image. */
  public int side() {
    return imageSize / patchSize;
  }

  /** The number of image tokens. */
  public int patches() {
    return side() * side();
  }

  @Override
  public boolean readsPadding() {
    return true;
  }
}
