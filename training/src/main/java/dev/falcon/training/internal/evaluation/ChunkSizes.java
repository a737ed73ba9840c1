package dev.falcon.training.internal.evaluation;

import dev.falcon.onnx.network.NetworkShape.EncoderShape;
import dev.falcon.training.config.ModelConfig;

/**
 * How many images, captions or pairs go through the network at once in an evaluation: what they
 * leave behind until the chunk is done stays near 2 GiB.
 *
 * @param images through the image encoder
 * @param captions through the text encoder
 * @param pairs through the fusion encoder
 */
record ChunkSizes(int images, int captions, int pairs) {
  private static final long FLOATS = 512L << 20;
  private static final int MOST_IMAGES = 250;
  private static final int MOST_PAIRS = 512;

  /**
   * The sizes for a network.
   *
   * @param captionTokens the longest caption, in tokens
   */
  static ChunkSizes of(ModelConfig model, int captionTokens) {
    long imageTokens = model.patches() + 1L;
    EncoderShape text = model.text();
    long image = model.vision().layers() * block(model.vision(), imageTokens);
    long caption = text.layers() * block(text, captionTokens);
    // Keys and values of the image, and the weights of the caption's attention to it.
    long cross = 4 * imageTokens * text.width() + 2L * text.heads() * captionTokens * imageTokens;
    long pair =
        imageTokens * model.vision().width()
            + model.fusionLayers() * (block(text, captionTokens) + cross);
    return new ChunkSizes(
        fitting(image, MOST_IMAGES), fitting(caption, MOST_IMAGES), fitting(pair, MOST_PAIRS));
  }

  /** About how many floats a block makes of a sequence. */
  private static long block(EncoderShape encoder, long tokens) {
    return tokens * (8L * encoder.width() + 3L * encoder.feedForward())
        + 2L * encoder.heads() * tokens * tokens;
  }

  private static int fitting(long floats, int most) {
    return (int) Math.max(1, Math.min(most, FLOATS / floats));
  }
}
