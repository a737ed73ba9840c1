// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The numbers of images, captions and pairs per pass in an evaluation, for which the memory of a
 * pass stays near 2 GiB.
 *
 * @param images the number of images per pass of the image encoder
 * @param captions the number of captions per pass of the text encoder
 * @param pairs the number of pairs per pass of the matcher
 */
public record ChunkSizes(int images, int captions, int pairs) {
  private static final long FLOATS = 512L << 20;
  private static final int MOST_IMAGES = 250;
  private static final int MOST_PAIRS = 512;

  /** Returns the sizes for a number of floats per image, caption and pair. */
  public static ChunkSizes of(long image, long caption, long pair) {
    return new ChunkSizes(
        fitting(image, MOST_IMAGES), fitting(caption, MOST_IMAGES), fitting(pair, MOST_PAIRS));
  }

  /** Returns the approximate number of floats that a stack of blocks needs for a sequence. */
  public static long floats(EncoderShape encoder, long tokens) {
    return encoder.layers() * block(encoder, tokens);
  }

  /** Returns the approximate number of floats that one of its blocks needs for a sequence. */
  public static long block(EncoderShape encoder, long tokens) {
    return tokens * (8L * encoder.width() + 3L * encoder.feedForward())
        + 2L * encoder.heads() * tokens * tokens;
  }

  private static int fitting(long floats, int most) {
    return (int) Math.max(1, Math.min(most, FLOATS / floats));
  }
}
