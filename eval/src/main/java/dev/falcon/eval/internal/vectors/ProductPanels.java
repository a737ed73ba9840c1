// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

/**
 * Fixed rows in a layout in which many dot products with them are computed at once. Implementations
 * differ only in speed; their products have the same bits.
 */
interface ProductPanels {
  /**
   * Multiplies some rows with all fixed rows.
   *
   * @param rows the rows, as long as the fixed rows
   * @param scale the factor on each element of the rows
   * @param from the index of the first row to multiply
   * @param to the end of the rows to multiply, exclusive
   * @param products receives the products of these rows // [rows x count]
   */
  void multiply(float[][] rows, float scale, int from, int to, float[][] products);
}
