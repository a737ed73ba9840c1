package dev.falcon.eval.internal.vectors;

/**
 * Fixed rows, laid out so that many dot products with them are computed at once. Implementations
 * differ in speed alone; every product is the same to the bit.
 */
interface ProductPanels {
  /**
   * Multiplies some rows with all fixed ones.
   *
   * @param rows as wide as the fixed rows
   * @param scale factor on each element of the rows
   * @param from the first row that is taken
   * @param to one past the last
   * @param products receives the products of the rows that are taken // [rows x count]
   */
  void multiply(float[][] rows, float scale, int from, int to, float[][] products);
}
