package dev.falcon.onnx.graph;

/** The element types that Falcon writes, with ONNX's numbers for them. */
public enum ElementType {
  FLOAT32(1, Float.BYTES),
  INT32(6, Integer.BYTES),
  INT64(7, Long.BYTES),
  BOOL(9, 1);

  private final int number;
  private final int bytes;

  ElementType(int number, int bytes) {
    this.number = number;
    this.bytes = bytes;
  }

  /** The number that stands in the file, of the schema's {@code TensorProto.DataType}. */
  public int number() {
    return number;
  }

  /** Bytes of one element. */
  public int bytes() {
    return bytes;
  }
}
