package dev.falcon.mining.internal.certificate;

import dev.falcon.onnx.session.NearestColumns;

/** A matrix product that is not canonical: another library's, possibly on a device. */
public interface OtherProduct extends AutoCloseable {
  /** How many limits of a row entries are counted against, where any are. */
  int LIMITS = 6;

  /** Its name in messages. */
  String describe();

  /** The assumptions on its arithmetic. */
  Arithmetic arithmetic();

  /** Answers a query, with {@value #LIMITS} limits a row or none; many threads ask at once. */
  NearestColumns.Answer answer(NearestColumns.Query query);

  @Override
  default void close() {}
}
