package dev.falcon.onnx.embed.pipeline;

/** The result for an image or a caption. */
public sealed interface Encoded {
  /**
   * It has a vector.
   *
   * @param values unit vectors, of an image possibly several; owned by the receiver // [vectors x
   *     dimension]
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  record Vector(float[] values) implements Encoded {}

  /**
   * It has none.
   *
   * @param reason why, in one line
   */
  record Unusable(String reason) implements Encoded {}
}
