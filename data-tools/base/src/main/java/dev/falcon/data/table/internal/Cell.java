// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.table.internal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The current value of a column, which is not null. Each {@link Content} has one or two of these
 * methods.
 */
public interface Cell {
  /** Returns a whole number, or a number of days or units of time. */
  long whole();

  double real();

  BigDecimal decimal();

  boolean truth();

  /** Returns the bytes of a text, of bytes or of a UUID; the caller may keep them. */
  byte[] bytes();

  String text();

  /**
   * Passes the elements of a list to the receiver, in order.
   *
   * @param absent is run for an element that is null
   */
  void elements(Consumer<Cell> receiver, Runnable absent);

  /** Returns the number of bytes that {@link #bytes} copies. */
  default long length() {
    return bytes().length;
  }

  /** Returns the elements of a list in a row that is read as a whole; empty for nulls. */
  default List<Optional<Cell>> list() {
    throw new IllegalStateException("this row is not read as a whole");
  }

  /** Returns a field of a record in a row that is read as a whole; empty for a null. */
  default Optional<Cell> field(int index) {
    throw new IllegalStateException("this row is not read as a whole");
  }
}
