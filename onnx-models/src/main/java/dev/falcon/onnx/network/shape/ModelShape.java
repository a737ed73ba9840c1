package dev.falcon.onnx.network.shape;

/** The sizes of a network that can be exported. */
public interface ModelShape {
  /** The side of the square image in pixels. */
  int imageSize();

  /** The number of tokens that there are. */
  int vocabulary();

  /** The longest caption in tokens. */
  int maxTokens();

  /** Returns whether captions are padded to full length without a mask. */
  default boolean readsPadding() {
    return false;
  }
}
