// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import dev.falcon.onnx.internal.file.OnnxSchema;

/** The element types that Falcon writes, with ONNX's numbers for them. */
public enum ElementType {
  FLOAT32(OnnxSchema.DataType.FLOAT, Float.BYTES),
  INT32(OnnxSchema.DataType.INT32, Integer.BYTES),
  INT64(OnnxSchema.DataType.INT64, Long.BYTES),
  BOOL(OnnxSchema.DataType.BOOL, 1);

  private final int number;
  private final int bytes;

  ElementType(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /** Returns the type's number in files, from the schema's {@code TensorProto.DataType}. */
  public int number() {
    return number;
  }

  /** Returns the number of bytes per element. */
  public int bytes() {
    return bytes;
  }
}
