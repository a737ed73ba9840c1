// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.certificate;

import dev.falcon.onnx.session.NearestColumns;

/** A matrix product that is not canonical: that of another library, possibly on a device. */
public interface OtherProduct extends AutoCloseable {
  /** The number of limits per row against which entries are counted, in a query with limits. */
  int LIMITS = 6;

  /** Returns the name used in messages. */
  String describe();

  /** Returns the assumptions on its arithmetic. */
  Arithmetic arithmetic();

  /**
   * Answers a query, which has {@value #LIMITS} limits per row or none. May be called by many
   * threads at once.
   */
  NearestColumns.Answer answer(NearestColumns.Query query);

  @Override
  default void close() {}
}
