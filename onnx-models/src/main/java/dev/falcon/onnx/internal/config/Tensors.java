// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.platform.Fp16Conversions;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;

/** Converts numbers to tensors of a graph's element type, and back. */
public final class Tensors {
  private Tensors() {}

  /** Returns a tensor of floats as float or float16; a direct buffer is used without a copy. */
  public static OnnxTensor floats(
      GraphSession session, TensorSpec spec, FloatBuffer values, long... shape) {
    try {
      if (spec.type().equals("float16")) {
        ShortBuffer half = Fp16Conversions.convertFloatBufferToFp16Buffer(values);
        return OnnxTensor.createTensor(session.environment(), half, shape, OnnxJavaType.FLOAT16);
      }
      return OnnxTensor.createTensor(session.environment(), values, shape);
    } catch (OrtException e) {
      throw notMade(session, spec, e);
    }
  }

  /** Returns a tensor of integers as int32 or int64. */
  public static OnnxTensor integers(
      GraphSession session, TensorSpec spec, int[] values, long... shape) {
    try {
      if (spec.type().equals("int32")) {
        return OnnxTensor.createTensor(session.environment(), IntBuffer.wrap(values), shape);
      }
      LongBuffer wide = LongBuffer.allocate(values.length);
      for (int i = 0; i < values.length; i++) {
        wide.put(i, values[i]);
      }
      return OnnxTensor.createTensor(session.environment(), wide, shape);
    } catch (OrtException e) {
      throw notMade(session, spec, e);
    }
  }

  private static FalconException notMade(GraphSession session, TensorSpec spec, OrtException e) {
    return new FalconException(
        session.file() + ": input " + spec + " cannot be made: " + e.getMessage(), e);
  }

  /** Returns the output's floats; float16 is widened. */
  public static FloatBuffer read(OrtSession.Result result, String output) {
    return ((OnnxTensor) result.get(output).orElseThrow()).getFloatBuffer();
  }

  /** Returns the values of an output, which must have one row for every input row. */
  public static float[] rows(
      GraphSession session, OrtSession.Result result, String output, int rows) {
    long[] shape = shape(result, output);
    if (shape.length == 0 || shape[0] != rows) {
      throw new FalconException(
          session.file()
              + ": output "
              + output
              + " has the shape "
              + Arrays.toString(shape)
              + " for "
              + rows
              + " rows; the export must leave the batch open");
    }
    FloatBuffer buffer = read(result, output);
    float[] values = new float[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  /** Fails unless the shape of an output starts with these dimensions. */
  public static void requireShape(
      GraphSession session, OrtSession.Result result, String output, long... leading) {
    long[] shape = shape(result, output);
    if (shape.length < leading.length
        || !Arrays.equals(Arrays.copyOf(shape, leading.length), leading)) {
      throw new FalconException(
          session.file()
              + ": output "
              + output
              + " has the shape "
              + Arrays.toString(shape)
              + " and should begin with "
              + Arrays.toString(leading)
              + "; the export must leave batch and length open");
    }
  }

  /** Returns the shape of a computed output. */
  public static long[] shape(OrtSession.Result result, String output) {
    return ((OnnxTensor) result.get(output).orElseThrow()).getInfo().getShape();
  }

  /** Returns whether {@link #floats} supports the element type. */
  public static boolean isFloat(TensorSpec spec) {
    return spec.type().equals("float") || spec.type().equals("float16");
  }

  /** Returns whether {@link #integers} supports the element type. */
  public static boolean isInteger(TensorSpec spec) {
    return spec.type().equals("int32") || spec.type().equals("int64");
  }
}
