// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The precision of a store's vectors. */
public enum VectorType {
  FLOAT32(4),
  FLOAT16(2);

  private final int bytes;

  VectorType(int bytes) {
    this.bytes = bytes;
  }

  /** Returns the name in flags and files, such as {@code float32}. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Bytes per component. */
  public int bytes() {
    return bytes;
  }
}
