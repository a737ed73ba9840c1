// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

/** Thrown for a value that cannot be what its column should hold. The message says why. */
public final class UnfitValueException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnfitValueException(String reason) {
    super(reason);
  }

  /** Returns the exception with the name of its column. */
  UnfitValueException in(String column) {
    return new UnfitValueException("column '" + column + "': " + getMessage());
  }
}
