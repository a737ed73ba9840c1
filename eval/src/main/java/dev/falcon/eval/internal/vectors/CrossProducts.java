// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes all dot products between two sets of rows on all cores. Each is computed once, and
 * passed on from both sides. Only one tile of products exists at a time: 4 MB, for any number of
 * rows.
 */
public final class CrossProducts {
  private static final int LEFT_ROWS = 1024;

  /**
   * With 512 dimensions, these rows take a megabyte, which stays in a core's second-level cache.
   */
  private static final int RIGHT_ROWS = 512;

  /** The number of floats in a cache line. */
  private static final int COLUMNS_AT_ONCE = 16;

  private CrossProducts() {}

  /** Receives products of one row. */
  public interface Sink {
    /**
     * Receives consecutive products of a row. The calls for one row come in ascending order and do
     * not overlap; calls for different rows may be concurrent.
     *
     * @param row the row's index
     * @param first the index of the other side's row in the first product
     * @param products the products, of which the first {@code count} are used; valid during the
     *     call
     */
    void accept(int row, int first, float[] products, int count);
  }

  /**
   * Computes all products.
   *
   * @param left the rows of one side, at least one, each of one or several vectors // [left x
   *     vectors * d]
   * @param right the rows of the other side, at least one // [right x d]
   * @param ofLeft receives the products of every left row with the right rows
   * @param ofRight receives the products of every right row with the left rows
   */
  public static void forEach(float[][] left, float[][] right, Sink ofLeft, Sink ofRight) {
    int vectors = left[0].length / right[0].length;
    int leftRows = Math.max(1, LEFT_ROWS / vectors);
    for (int column = 0; column < right.length; column += RIGHT_ROWS) {
      int firstColumn = column;
      DotProducts panel =
          new DotProducts(
              Arrays.copyOfRange(right, column, Math.min(column + RIGHT_ROWS, right.length)));
      for (int row = 0; row < left.length; row += leftRows) {
        int firstRow = row;
        float[][] tile =
            panel.with(Arrays.copyOfRange(left, row, Math.min(row + leftRows, left.length)), 1);
        IntStream.range(0, tile.length)
            .parallel()
            .forEach(i -> ofLeft.accept(firstRow + i, firstColumn, tile[i], panel.count()));
        IntStream.range(0, (panel.count() + COLUMNS_AT_ONCE - 1) / COLUMNS_AT_ONCE)
            .parallel()
            .forEach(
                group -> columns(tile, group * COLUMNS_AT_ONCE, firstRow, firstColumn, ofRight));
      }
    }
  }

  /** Passes a few columns of a tile to the sink, as rows. */
  private static void columns(
      float[][] tile, int from, int firstRow, int firstColumn, Sink ofRight) {
    float[][] columns = new float[Math.min(COLUMNS_AT_ONCE, tile[0].length - from)][tile.length];
    for (int i = 0; i < tile.length; i++) {
      for (int j = 0; j < columns.length; j++) {
        columns[j][i] = tile[i][from + j];
      }
    }
    for (int j = 0; j < columns.length; j++) {
      ofRight.accept(firstColumn + from + j, firstRow, columns[j], tile.length);
    }
  }
}
