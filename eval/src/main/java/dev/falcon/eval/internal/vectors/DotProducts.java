package dev.falcon.eval.internal.vectors;

import dev.falcon.data.store.Vectors;
import dev.falcon.kernels.VectorApi;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The dot products of many rows with a fixed set of rows, on all cores. Every product is summed
 * over the dimensions in their order with fused multiply-adds, so that it does not depend on which
 * rows are computed together, and equal rows have equal products.
 *
 * <p>A row of several vectors, such as BLIP-2's of an image, has with another the highest of their
 * products.
 */
public final class DotProducts {
  /** How many rows one core takes at once. */
  private static final int ROWS_A_PIECE = 64;

  private final int count;
  private final int dimension;
  private final int parts; // vectors of a fixed row
  private final ProductPanels panels;

  /**
   * Takes fixed rows of one vector each.
   *
   * @param rows at least one; copied // [count x d]
   */
  public DotProducts(float[][] rows) {
    this(rows, rows[0].length);
  }

  /**
   * Takes fixed rows.
   *
   * @param rows at least one; copied // [count x parts * dimension]
   * @param dimension of a vector
   */
  public DotProducts(float[][] rows, int dimension) {
    this.count = rows.length;
    this.dimension = dimension;
    this.parts = rows[0].length / dimension;
    float[][] vectors = split(rows, dimension);
    this.panels = VectorApi.isAvailable() ? new VectorPanels(vectors) : new PlainPanels(vectors);
  }

  /** Every row's vectors as rows of their own. */
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

  /** How many fixed rows there are. */
  public int count() {
    return count;
  }

  /**
   * The products of a block of rows.
   *
   * @param rows of one or several vectors of the dimension // [rows x parts * d]
   * @param scale factor on each element of the rows
   * @return a product for each pair // [rows x count]
   */
  public float[][] with(float[][] rows, float scale) {
    int own = rows.length == 0 ? 1 : rows[0].length / dimension;
    float[][] products = single(split(rows, dimension), scale);
    return own == 1 && parts == 1 ? products : highest(products, own);
  }

  /** Of {@code own} rows by {@code parts} columns the highest // [rows * own x count * parts]. */
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

  /** One product alone, with the same bits; of several vectors the longer one's are tried. */
  public static float of(float[] left, float[] right) {
    return left.length < right.length
        ? Vectors.highestCosine(right, left)
        : Vectors.highestCosine(left, right);
  }
}
