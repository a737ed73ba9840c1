// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

/** The sizes of a fine-tuned network, which are those of the pretrained network. */
public interface TaskShape extends ModelShape {
  /** Returns the pretrained network. */
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
   * @param images the number of images per statement
   */
  record StatementShape(NetworkShape base, int images) implements TaskShape {
    /** The number of classes: "false" and "true". */
    public static final int CLASSES = 2;
  }
}
