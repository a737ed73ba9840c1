package dev.falcon.onnx.embed.pipeline;

/** What has become of an image or a caption. */
public sealed interface Encoded {
  /**
   * It has a vector.
   *
   * @param values of unit length, of an image maybe several; the receiver's own // [vectors x
   *     dimension]
   */
  @SuppressWarnings("ArrayRecordComponent") // a vector is its numbers; never compared
  record Vector(float[] values) implements Encoded {}

  /**
   * It has none.
   *
   * @param reason why, in one line
   */
  record Unusable(String reason) implements Encoded {}
}
