package dev.falcon.eval.internal.vectors;

import java.util.stream.IntStream;

/**
 * The dot products of many rows with a fixed set of rows, on all cores. Every product is summed
 * over the dimensions in their order with fused multiply-adds, so that it does not depend on which
 * rows are computed together, and equal rows have equal products.
 */
public final class DotProducts {
  /** How many rows one core takes at once. */
  private static final int ROWS_A_PIECE = 64;

  private final int count;
  private final ProductPanels panels;

  /**
   * Takes the fixed rows.
   *
   * @param rows at least one; copied // [count x d]
   */
  public DotProducts(float[][] rows) {
    count = rows.length;
    panels = ProductPanels.of(rows);
  }

  /** How many fixed rows there are. */
  public int count() {
    return count;
  }

  /**
   * The products of a block of rows.
   *
   * @param rows as wide as the fixed rows // [rows x d]
   * @param scale what each element of the rows is multiplied with first
   * @return a product for each pair // [rows x count]
   */
  public float[][] with(float[][] rows, float scale) {
    float[][] products = new float[rows.length][count];
    int pieces = (rows.length + ROWS_A_PIECE - 1) / ROWS_A_PIECE;
    IntStream.range(0, pieces)
        .parallel()
        .forEach(
            piece -> {
              int from = piece * ROWS_A_PIECE;
              int to = Math.min(from + ROWS_A_PIECE, rows.length);
              panels.multiply(rows, scale, from, to, products);
            });
    return products;
  }

  /** One product alone, with the same bits // [d] each. */
  public static float of(float[] left, float[] right) {
    float sum = 0;
    for (int k = 0; k < left.length; k++) {
      sum = Math.fma(left[k], right[k], sum);
    }
    return sum;
  }
}
