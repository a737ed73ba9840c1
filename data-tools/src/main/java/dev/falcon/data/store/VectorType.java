package dev.falcon.data.store;

/** The precision in which a store keeps its vectors. */
public enum VectorType {
  FLOAT32(4),
  FLOAT16(2);

  private final int bytes;

  VectorType(int bytes) {
    this.bytes = bytes;
  }

  /** The bytes of one component. */
  public int bytes() {
    return bytes;
  }
}
