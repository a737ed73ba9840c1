// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.vectors;

import dev.falcon.data.FusedMultiplyAdd;
import java.util.Arrays;

/**
 * Panels for a JVM without the Vector API. The fixed rows are stored transposed, so that the inner
 * loop runs along memory and over independent sums, which the JIT compiler turns into vector
 * instructions.
 */
final class PlainPanels implements ProductPanels {
  /** With this width, a row of a panel and four sums fit into a core's first-level cache. */
  private static final int PANEL_WIDTH = 512;

  /** The number of rows that share each load of a panel. */
  private static final int ROWS_AT_ONCE = 4;

  private final int dimension;
  private final float[][][] panels; // [panel][dimension][PANEL_WIDTH]

  PlainPanels(float[][] rows) {
    dimension = rows[0].length;
    panels = new float[(rows.length + PANEL_WIDTH - 1) / PANEL_WIDTH][dimension][];
    for (int panel = 0; panel < panels.length; panel++) {
      int from = panel * PANEL_WIDTH;
      int width = Math.min(PANEL_WIDTH, rows.length - from);
      for (int k = 0; k < dimension; k++) {
        float[] line = new float[width];
        for (int i = 0; i < width; i++) {
          line[i] = rows[from + i][k];
        }
        panels[panel][k] = line;
      }
    }
  }

  @Override
  public void multiply(float[][] rows, float scale, int from, int to, float[][] products) {
    for (int row = from; row < to; row += ROWS_AT_ONCE) {
      multiplyFew(rows, scale, row, Math.min(ROWS_AT_ONCE, to - row), products);
    }
  }

  private void multiplyFew(float[][] rows, float scale, int from, int present, float[][] products) {
    float[][] scaled = new float[ROWS_AT_ONCE][dimension];
    for (int r = 0; r < present; r++) {
      for (int k = 0; k < dimension; k++) {
        scaled[r][k] = scale * rows[from + r][k];
      }
    }
    float[][] sums = new float[ROWS_AT_ONCE][PANEL_WIDTH];
    for (int panel = 0; panel < panels.length; panel++) {
      int width = panels[panel][0].length;
      for (float[] sum : sums) {
        Arrays.fill(sum, 0);
      }
      for (int k = 0; k < dimension; k++) {
        accumulate(panels[panel][k], scaled, k, sums);
      }
      for (int r = 0; r < present; r++) {
        System.arraycopy(sums[r], 0, products[from + r], panel * PANEL_WIDTH, width);
      }
    }
  }

  private static void accumulate(float[] line, float[][] rows, int k, float[][] sums) {
    float a0 = rows[0][k];
    float a1 = rows[1][k];
    float a2 = rows[2][k];
    float a3 = rows[3][k];
    float[] sum0 = sums[0];
    float[] sum1 = sums[1];
    float[] sum2 = sums[2];
    float[] sum3 = sums[3];
    for (int i = 0; i < line.length; i++) {
      sum0[i] = FusedMultiplyAdd.of(a0, line[i], sum0[i]);
      sum1[i] = FusedMultiplyAdd.of(a1, line[i], sum1[i]);
      sum2[i] = FusedMultiplyAdd.of(a2, line[i], sum2[i]);
      sum3[i] = FusedMultiplyAdd.of(a3, line[i], sum3[i]);
    }
  }
}
