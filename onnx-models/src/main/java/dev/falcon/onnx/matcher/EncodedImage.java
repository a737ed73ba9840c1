// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

/**
 * A picture, or the text in its place, as encoded by a {@link MatchScorer}, once for many pairs.
 *
 * @param state the scorer's representation of the picture: the token states of a split model, the
 *     pixels for a one-file model, or the unit vector of a dual encoder; empty for a cross-encoder
 * @param text the text, for a cross-encoder; otherwise empty
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedImage(float[] state, String text) {
  /** Creates a picture by its state, or a text by its vector. */
  public EncodedImage(float[] state) {
    this(state, "");
  }
}
