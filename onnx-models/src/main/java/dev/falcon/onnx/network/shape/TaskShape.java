package dev.falcon.onnx.network.shape;

/** The sizes of a fine-tuned network: those of the pretrained one. */
public interface TaskShape extends ModelShape {
  /** The pretrained network. */
  NetworkShape base();

  @Override
  default int imageSize() {
    return base().imageSize();
  }

  @Override
  default int vocabulary() {
    return base().vocabulary();
  }

  @Override
  default int maxTokens() {
    return base().maxTokens();
  }

  /**
   * The sizes of ALBEF's network for questions, whose decoder has as many layers as the fusion
   * encoder.
   *
   * @param base the pretrained network
   */
  record AnswerShape(NetworkShape base) implements TaskShape {}

  /**
   * The sizes of ALBEF's network for statements about several images.
   *
   * @param base the pretrained network
   * @param images number of images of a statement
   */
  record StatementShape(NetworkShape base, int images) implements TaskShape {
    /** Not true, and true. */
    public static final int CLASSES = 2;
  }
}
