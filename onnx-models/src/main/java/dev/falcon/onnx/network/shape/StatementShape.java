package dev.falcon.onnx.network.shape;

/**
 * The sizes of ALBEF's network for statements about several images.
 *
 * @param base the network that it was fine-tuned from
 * @param images of every statement
 */
public record StatementShape(NetworkShape base, int images) implements TaskShape {
  /** Not true, and true. */
  public static final int CLASSES = 2;
}
