// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import dev.falcon.training.internal.store.SafeTensors;
import java.util.function.Supplier;

/**
 * Resizes a vision transformer's learned positions to another number of patches, as in DeiT and
 * ALBEF: the grid is interpolated bicubically, and the positions of the tokens before it are
 * unchanged.
 *
 * <p>It is PyTorch's {@code interpolate(mode="bicubic", align_corners=False)}: Keys' kernel with a
 * = -0.75, pixel centres at halves, the border's values repeated, no antialiasing.
 */
public final class PositionGrid {
  private static final double A = -0.75;
  private static final int TAPS = 4;

  private PositionGrid() {}

  /**
   * Returns the positions in a file, resized to the network's patches. Their shape is checked
   * immediately; they are read on demand.
   *
   * @param name the name of a tensor [1 x (tokens + a square) x width]
   * @param tokens the number of tokens before the grid: the class token and those that are dropped
   * @param to the network's number of patches per side
   */
  public static Supplier<float[]> read(
      SafeTensors file, String name, int tokens, int to, int width) {
    long[] shape = file.shape(name);
    long cells = shape.length == 3 ? shape[1] - tokens : 0;
    int from = (int) Math.sqrt((double) Math.max(cells, 0));
    if (from < 1 || (long) from * from != cells || shape[0] != 1 || shape[2] != width) {
      throw file.wrongShape(name, "[1, " + tokens + " + a square, " + width + "]");
    }
    return () -> {
      float[] positions = file.floats(name);
      if (tokens > 1) {
        float[] kept = new float[positions.length - (tokens - 1) * width];
        System.arraycopy(positions, 0, kept, 0, width);
        System.arraycopy(positions, tokens * width, kept, width, kept.length - width);
        positions = kept;
      }
      return from == to ? positions : resized(positions, 1, from, to, width);
    };
  }

  /**
   * Resizes the grid.
   *
   * @param positions the positions [(kept + from · from) x width]
   * @param kept the number of tokens before the grid, such as a class token
   * @param from the number of patches per side
   * @param to the new number of patches per side
   * @return the resized positions [(kept + to · to) x width]
   */
  public static float[] resized(float[] positions, int kept, int from, int to, int width) {
    int cells = to * to;
    float[] target = new float[(kept + cells) * width];
    System.arraycopy(positions, 0, target, 0, kept * width);
    double[] rows = new double[TAPS];
    double[] columns = new double[TAPS];
    for (int row = 0; row < to; row++) {
      int firstRow = weights(row, from, to, rows);
      for (int column = 0; column < to; column++) {
        int firstColumn = weights(column, from, to, columns);
        int at = (kept + row * to + column) * width;
        for (int unit = 0; unit < width; unit++) {
          double sum = 0;
          for (int i = 0; i < TAPS; i++) {
            int sourceRow = clamped(firstRow + i, from) * from;
            for (int j = 0; j < TAPS; j++) {
              int cell = kept + sourceRow + clamped(firstColumn + j, from);
              sum += rows[i] * columns[j] * positions[cell * width + unit];
            }
          }
          target[at + unit] = (float) sum;
        }
      }
    }
    return target;
  }

  /**
   * Computes the four weights of a new cell along one axis; returns the first cell to which they
   * apply.
   */
  private static int weights(int cell, int from, int to, double[] weights) {
    double centre = (cell + 0.5) * from / to - 0.5;
    int below = (int) Math.floor(centre);
    double distance = centre - below;
    weights[0] = far(1 + distance);
    weights[1] = near(distance);
    weights[2] = near(1 - distance);
    weights[3] = far(2 - distance);
    return below - 1;
  }

  /** Returns Keys' kernel for distances up to 1. */
  private static double near(double x) {
    return ((A + 2) * x - (A + 3)) * x * x + 1;
  }

  /** Returns Keys' kernel for distances from 1 to 2. */
  private static double far(double x) {
    return ((A * x - 5 * A) * x + 8 * A) * x - 4 * A;
  }

  private static int clamped(int cell, int size) {
    return Math.max(0, Math.min(size - 1, cell));
  }
}
