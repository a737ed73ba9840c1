// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernels;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RowQuantilesTest {
  @Test
  void equalASortOfEveryRow() {
    RandomStream random = RandomStream.of(1, "rows");
    for (int columns : new int[] {2, 3, 64, 128, 501, 2400, 5001}) {
      for (int m : new int[] {2, 7, 100}) {
        RowQuantiles quantiles = new RowQuantiles(Kernels.fastest(), columns, m);
        for (DoubleUnaryOperator shape : shapes()) {
          float[] row = new float[columns];
          for (int j = 0; j < columns; j++) {
            row[j] = (float) shape.applyAsDouble(random.nextGaussian());
          }
          row[random.nextInt(columns)] = Float.POSITIVE_INFINITY;
          float[] found = new float[m + 1];
          quantiles.of(row, found, 1);
          assertThat(Arrays.copyOfRange(found, 1, m + 1)).isEqualTo(bySorting(row, m));
        }
      }
    }
  }

  /** Bell, all equal, heavy ties, one far outlier, wide tail. */
  private static DoubleUnaryOperator[] shapes() {
    return new DoubleUnaryOperator[] {
      x -> x, x -> 0.25, x -> Math.rint(2 * x), x -> x > 3 ? 1e6 : x, x -> x * x * x
    };
  }

  private static float[] bySorting(float[] row, int m) {
    float[] sorted = row.clone();
    Arrays.sort(sorted);
    int values = row.length - 1;
    float[] quantiles = new float[m];
    for (int k = 0; k < m; k++) {
      double position = (double) k * (values - 1) / (m - 1);
      int low = (int) Math.floor(position);
      float from = sorted[low];
      float to = sorted[Math.min(low + 1, values - 1)];
      quantiles[k] = from + (to - from) * (float) (position - low);
    }
    return quantiles;
  }
}
