package dev.falcon.training.internal.framework.seam;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * Number of images, captions or pairs per pass in an evaluation: the memory of a chunk stays near 2
 * GiB.
 *
 * @param images through the image encoder
 * @param captions through the text encoder
 * @param pairs through the matcher
 */
public record ChunkSizes(int images, int captions, int pairs) {
  private static final long FLOATS = 512L << 20;
  private static final int MOST_IMAGES = 250;
  private static final int MOST_PAIRS = 512;

  /** The sizes for a number of floats per image, caption and pair. */
  public static ChunkSizes of(long image, long caption, long pair) {
    return new ChunkSizes(
        fitting(image, MOST_IMAGES), fitting(caption, MOST_IMAGES), fitting(pair, MOST_PAIRS));
  }

  /** Approximate number of floats that a stack of blocks needs for a sequence. */
  public static long floats(EncoderShape encoder, long tokens) {
    return encoder.layers() * block(encoder, tokens);
  }

  /** Approximate number of floats of one of its blocks. */
  public static long block(EncoderShape encoder, long tokens) {
    return tokens * (8L * encoder.width() + 3L * encoder.feedForward())
        + 2L * encoder.heads() * tokens * tokens;
  }

  private static int fitting(long floats, int most) {
    return (int) Math.max(1, Math.min(most, FLOATS / floats));
  }
}
