// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.pipeline;

/** The result for an image or a caption. */
public sealed interface Encoded {
  /**
   * The image or caption has a vector.
   *
   * @param values one unit vector, or several for an image; owned by the receiver // [vectors x
   *     dimension]
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Vector(float[] values) implements Encoded {}

  /**
   * The image or caption has no vector.
   *
   * @param reason why it has none, in one line
   */
  record Unusable(String reason) implements Encoded {}
}
