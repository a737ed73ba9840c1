// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

/** The sizes of a network that can be exported. */
public interface ModelShape {
  /** Returns the side of the square image in pixels. */
  int imageSize();

  /** Returns the number of tokens in the vocabulary. */
  int vocabulary();

  /** Returns the maximum number of tokens per caption. */
  int maxTokens();

  /** Returns whether captions are padded to full length without a mask. */
  default boolean readsPadding() {
    return false;
  }
}
