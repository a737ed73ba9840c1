package dev.falcon.onnx.matcher;

/**
 * A picture, or the text in its place, as encoded by a {@link MatchScorer}, once for many pairs.
 *
 * @param state the matcher's own: the token states of a split model, the pixels of a one-file
 *     model, the unit vector of a dual encoder; empty for a cross-encoder
 * @param text the text that a cross-encoder reads; empty for all others
 */
@SuppressWarnings("ArrayRecordComponent") // held by the thousand, never compared
public record EncodedImage(float[] state, String text) {
  /** A picture, or a text as its vector. */
  public EncodedImage(float[] state) {
    this(state, "");
  }
}
