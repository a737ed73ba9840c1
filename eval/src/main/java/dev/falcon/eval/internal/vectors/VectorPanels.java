// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.kernels.VectorTiles;

/**
 * Panels on the Vector API; each panel of fixed rows stays in a core's cache for all rows of a
 * call.
 */
final class VectorPanels implements ProductPanels {
  private final int count;
  private final int dimension;
  private final float[] panels;

  VectorPanels(float[][] rows) {
    count = rows.length;
    dimension = rows[0].length;
    panels = panels(rows, 1, 0, count, VectorTiles.COLUMNS);
  }

  @Override
  public void multiply(float[][] rows, float scale, int from, int to, float[][] products) {
    float[] left = panels(rows, scale, from, to, VectorTiles.ROWS);
    float[] tile = new float[VectorTiles.ROWS * VectorTiles.COLUMNS];
    for (int column = 0; column < count; column += VectorTiles.COLUMNS) {
      int width = Math.min(VectorTiles.COLUMNS, count - column);
      for (int row = from; row < to; row += VectorTiles.ROWS) {
        VectorTiles.multiply(
            left,
            (row - from) * dimension,
            panels,
            column * dimension,
            dimension,
            tile,
            0,
            VectorTiles.COLUMNS);
        for (int i = 0; i < Math.min(VectorTiles.ROWS, to - row); i++) {
          System.arraycopy(tile, i * VectorTiles.COLUMNS, products[row + i], column, width);
        }
      }
    }
  }

  private float[] panels(float[][] rows, float scale, int from, int to, int width) {
    float[] flat = new float[Math.multiplyExact(to - from, dimension)];
    for (int row = from; row < to; row++) {
      for (int k = 0; k < dimension; k++) {
        flat[(row - from) * dimension + k] = scale * rows[row][k];
      }
    }
    int padded = (to - from + width - 1) / width * width;
    return VectorTiles.panels(flat, to - from, dimension, padded, width);
  }
}
