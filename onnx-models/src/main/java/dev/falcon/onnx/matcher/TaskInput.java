// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.text.TextPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * The preprocessing of a task's pictures and texts.
 *
 * @param transform the preprocessing of a picture
 * @param pixels the input of pictures
 * @param vision the graph of pictures' states, which the task's own graph reads
 * @param text the tokenisation
 */
public record TaskInput(
    ImageTransform transform, PixelInput pixels, MatcherVision vision, TextPipeline text)
    implements AutoCloseable {
  /** Returns a buffer for up to this many pictures // [rows x 3 x height x width]. */
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
