// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

/** The element types of {@code .npy} files that Falcon reads; all little-endian. */
public enum NpyType {
  BOOL("|b1", 1),
  INT8("|i1", 1),
  UINT8("|u1", 1),
  INT16("<i2", 2),
  UINT16("<u2", 2),
  INT32("<i4", 4),
  UINT32("<u4", 4),
  INT64("<i8", 8),
  FLOAT16("<f2", 2),
  FLOAT32("<f4", 4),
  FLOAT64("<f8", 8);

  private final String descriptor;
  private final int bytes;

  NpyType(String descriptor, int bytes) {
    this.descriptor = descriptor;
    this.bytes = bytes;
  }

  /** Returns NumPy's name of the type, as written in a header. */
  public String descriptor() {
    return descriptor;
  }

  /** Returns the number of bytes per element. */
  public int bytes() {
    return bytes;
  }
}
