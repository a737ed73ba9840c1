// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class VectorTilesTest {
  private static final int DIMENSION = 29;
  private static final int STRIDE = VectorTiles.COLUMNS + 3;

  private static float[] vectors(int rows, String purpose) {
    RandomStream random = RandomStream.of(7, purpose);
    float[] vectors = new float[rows * DIMENSION];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    return vectors;
  }

  /** A machine of 256 bits uses tiles of four rows, one of 512 bits tiles of eight. */
  @Test
  void tilesOfFourRowsHaveTheFusedSumsInAscendingOrder() {
    float[] rows = vectors(4, "rows");
    float[] columns = vectors(VectorTiles.COLUMNS, "columns");
    float[] out = new float[5 + 4 * STRIDE];

    VectorTiles.tile4(
        VectorTiles.panels(rows, 4, DIMENSION, 4, 4),
        0,
        VectorTiles.panels(
            columns, VectorTiles.COLUMNS, DIMENSION, VectorTiles.COLUMNS, VectorTiles.COLUMNS),
        0,
        DIMENSION,
        out,
        5,
        STRIDE);

    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < VectorTiles.COLUMNS; j++) {
        float expected = Kernel.cosine(rows, columns, DIMENSION, i, j);
        assertThat(out[5 + i * STRIDE + j]).isEqualTo(expected);
      }
    }
  }

  @Test
  void fourRowsThatAreNotInAPanelHaveTheSameSums() {
    float[] rows = vectors(6, "rows");
    float[] columns = vectors(VectorTiles.COLUMNS, "columns");
    float[] out = new float[5 + 4 * STRIDE];
    int[] chosen = {9, 4, 0, 5, 4};
    int[] offsets = new int[chosen.length];
    Arrays.setAll(offsets, x -> chosen[x] * DIMENSION);

    VectorTiles.chosen4(
        rows,
        offsets,
        1,
        VectorTiles.panels(
            columns, VectorTiles.COLUMNS, DIMENSION, VectorTiles.COLUMNS, VectorTiles.COLUMNS),
        0,
        DIMENSION,
        out,
        5,
        STRIDE);

    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < VectorTiles.COLUMNS; j++) {
        float expected = Kernel.cosine(rows, columns, DIMENSION, chosen[1 + i], j);
        assertThat(out[5 + i * STRIDE + j]).isEqualTo(expected);
      }
    }
  }
}
