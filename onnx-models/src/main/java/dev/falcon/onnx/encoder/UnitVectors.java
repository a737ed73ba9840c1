// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import dev.falcon.data.FusedMultiplyAdd;

/**
 * Normalises vectors to length 1. The squares are summed in float32 in the order of the elements,
 * with rounding at every step, and every element is divided by the float32 root. A vector shorter
 * than 1e-12 is divided by 1e-12, so that a zero vector stays zero.
 */
public final class UnitVectors {
  private static final float SHORTEST = 1e-12f;

  private UnitVectors() {}

  /**
   * Normalises every row in place.
   *
   * @param vectors the vectors, row by row {@code // [rows x dimension]}
   * @param dimension the length of a row
   */
  public static void normalise(float[] vectors, int dimension) {
    for (int start = 0; start < vectors.length; start += dimension) {
      float squares = 0;
      for (int i = start; i < start + dimension; i++) {
        squares = FusedMultiplyAdd.of(vectors[i], vectors[i], squares);
      }
      float length = Math.max((float) Math.sqrt(squares), SHORTEST);
      for (int i = start; i < start + dimension; i++) {
        vectors[i] /= length;
      }
    }
  }
}
