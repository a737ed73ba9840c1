// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.store.Vectors;
import dev.falcon.kernels.VectorApi;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes the dot products of many rows with a fixed set of rows, on all cores. Every product is
 * summed over the dimensions in order with fused multiply-adds, so it does not depend on which rows
 * are computed together, and equal rows have equal products.
 *
 * <p>If a row has several vectors, as BLIP-2's rows of images do, its product with another is the
 * highest product of its vectors.
 */
public final class DotProducts {
  /** The number of rows that one core processes at once. */
  private static final int ROWS_A_PIECE = 64;

  private final int count;
  private final int dimension;
  private final int parts; // vectors of a fixed row
  private final ProductPanels panels;

  /**
   * Prepares fixed rows of one vector each.
   *
   * @param rows the fixed rows, at least one, which are copied // [count x d]
   */
  public DotProducts(float[][] rows) {
    this(rows, rows[0].length);
  }

  /**
   * Prepares fixed rows of one or several vectors.
   *
   * @param rows the fixed rows, at least one, which are copied // [count x parts * dimension]
   * @param dimension the length of a vector
   */
  public DotProducts(float[][] rows, int dimension) {
    this.count = rows.length;
    this.dimension = dimension;
    this.parts = rows[0].length / dimension;
    float[][] vectors = split(rows, dimension);
    this.panels = VectorApi.isFast() ? new VectorPanels(vectors) : new PlainPanels(vectors);
  }

  /** Returns every vector of the rows as a separate row. */
  private static float[][] split(float[][] rows, int dimension) {
    if (rows.length == 0 || rows[0].length == dimension) {
      return rows;
    }
    return Arrays.stream(rows)
        .flatMap(
            row ->
                IntStream.range(0, row.length / dimension)
                    .mapToObj(i -> Arrays.copyOfRange(row, i * dimension, (i + 1) * dimension)))
        .toArray(float[][]::new);
  }

  /** Returns the number of fixed rows. */
  public int count() {
    return count;
  }

  /**
   * Returns the products of a block of rows with the fixed rows.
   *
   * @param rows the rows, of one or several vectors each // [rows x parts * d]
   * @param scale the factor on each element of the rows
   * @return the product of each pair // [rows x count]
   */
  public float[][] with(float[][] rows, float scale) {
    int own = rows.length == 0 ? 1 : rows[0].length / dimension;
    float[][] products = single(split(rows, dimension), scale);
    return own == 1 && parts == 1 ? products : highest(products, own);
  }

  /**
   * Returns the highest product of each group of {@code own} rows and {@code parts} columns //
   * [rows * own x count * parts]
   */
  private float[][] highest(float[][] products, int own) {
    float[][] highest = new float[products.length / own][count];
    for (int row = 0; row < highest.length; row++) {
      Arrays.fill(highest[row], Float.NEGATIVE_INFINITY);
      for (int i = row * own; i < (row + 1) * own; i++) {
        for (int column = 0; column < products[i].length; column++) {
          int at = column / parts;
          highest[row][at] = Math.max(highest[row][at], products[i][column]);
        }
      }
    }
    return highest;
  }

  private float[][] single(float[][] rows, float scale) {
    float[][] products = new float[rows.length][count * parts];
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

  /**
   * Returns a single product, with the same bits. If one row is longer, it has several vectors, and
   * the highest product counts.
   */
  public static float of(float[] left, float[] right) {
    return left.length < right.length
        ? Vectors.highestCosine(right, left)
        : Vectors.highestCosine(left, right);
  }
}
