// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

/**
 * A caption as encoded by a {@link MatchScorer}.
 *
 * @param ids its tokens without padding, for a model that matches pictures with captions; otherwise
 *     empty
 * @param vector its unit vector, for a dual encoder; otherwise empty
 * @param text its text, for a cross-encoder; otherwise empty
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedCaption(int[] ids, float[] vector, String text) {
  /** Creates a caption encoded as tokens or as a vector. */
  public EncodedCaption(int[] ids, float[] vector) {
    this(ids, vector, "");
  }
}
