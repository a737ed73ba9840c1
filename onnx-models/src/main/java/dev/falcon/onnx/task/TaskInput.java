package dev.falcon.onnx.task;

import dev.falcon.data.image.transform.ImageTransform;
import dev.falcon.onnx.internal.tensor.PixelInput;
import dev.falcon.onnx.matcher.MatcherVision;
import dev.falcon.onnx.text.TextPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * How pictures and texts of a task go in.
 *
 * @param transform what must be done to a picture
 * @param pixels how many numbers it then is
 * @param vision pictures to the states that the task's own graph looks at
 * @param text texts to tokens
 */
public record TaskInput(
    ImageTransform transform, PixelInput pixels, MatcherVision vision, TextPipeline text)
    implements AutoCloseable {
  /** A buffer for up to that many pictures // [rows x 3 x height x width]. */
  FloatBuffer newBatch(int rows) {
    return ByteBuffer.allocateDirect(
            Math.multiplyExact(Math.multiplyExact(rows, pixels.length()), Float.BYTES))
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  @Override
  public void close() {
    vision.close();
    text.close();
  }
}
