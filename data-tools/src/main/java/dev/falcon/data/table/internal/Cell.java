package dev.falcon.data.table.internal;

import java.math.BigDecimal;
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

  /** Passes the elements of a list that are not null to the receiver, in order. */
  void elements(Consumer<Cell> receiver);
}
