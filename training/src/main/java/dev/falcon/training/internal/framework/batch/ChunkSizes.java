package dev.falcon.training.internal.framework.batch;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * How many images, captions or pairs go through the network at once in an evaluation: what they
 * leave behind until the chunk is done stays near 2 GiB.
 *
 * @param images through the image encoder
 * @param captions through the text encoder
 * @param pairs through the matcher
 */
public record ChunkSizes(int images, int captions, int pairs) {
  private static final long FLOATS = 512L << 20;
  private static final int MOST_IMAGES = 250;
  private static final int MOST_PAIRS = 512;

  /** The sizes, by about how many floats one image, caption and pair leave behind. */
  public static ChunkSizes of(long image, long caption, long pair) {
    return new ChunkSizes(
        fitting(image, MOST_IMAGES), fitting(caption, MOST_IMAGES), fitting(pair, MOST_PAIRS));
  }

  /** About how many floats a stack of blocks makes of a sequence. */
  public static long floats(EncoderShape encoder, long tokens) {
    return encoder.layers() * block(encoder, tokens);
  }

  /** About how many floats one of its blocks makes. */
  public static long block(EncoderShape encoder, long tokens) {
    return tokens * (8L * encoder.width() + 3L * encoder.feedForward())
        + 2L * encoder.heads() * tokens * tokens;
  }

  private static int fitting(long floats, int most) {
    return (int) Math.max(1, Math.min(most, FLOATS / floats));
  }
}
