package dev.falcon.onnx.network.shape;

/** The sizes of a network that a model folder can be made of. */
public interface ModelShape {
  /** The side of the square image in pixels. */
  int imageSize();

  /** The number of tokens that there are. */
  int vocabulary();

  /** The longest caption in tokens. */
  int maxTokens();

  /** Whether captions are read at full length, padding included. */
  default boolean readsPadding() {
    return false;
  }
}
