package dev.falcon.mining.internal.certificate;

import java.nio.FloatBuffer;

/** A product of matrices that is not canonical: another library's, maybe on a device. */
public interface OtherProduct extends AutoCloseable {
  /** What it is, for people. */
  String describe();

  /** What is assumed of its arithmetic. */
  Arithmetic arithmetic();

  /**
   * Multiplies; many threads do at once.
   *
   * @param left [rows x dimension]
   * @param right [columns x dimension], of which the transpose is meant
   * @param product receives [rows x columns]
   */
  void multiply(
      FloatBuffer left,
      FloatBuffer right,
      FloatBuffer product,
      int rows,
      int columns,
      int dimension);

  @Override
  default void close() {}
}
