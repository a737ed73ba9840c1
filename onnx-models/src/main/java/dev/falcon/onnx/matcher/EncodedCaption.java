package dev.falcon.onnx.matcher;

/**
 * A caption as encoded by a {@link MatchScorer}.
 *
 * @param ids its tokens without padding, of a model that matches pictures; empty for all others
 * @param vector its unit vector, of a dual encoder; empty for all others
 * @param text the text that a cross-encoder reads; empty for all others
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedCaption(int[] ids, float[] vector, String text) {
  /** A caption as tokens or as a vector. */
  public EncodedCaption(int[] ids, float[] vector) {
    this(ids, vector, "");
  }
}
