// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Kernels;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowBoundsTest {
  private static final int SIZE = 5000;

  private final RowBounds bounds = new RowBounds(Kernels.fastest());

  private static long below(float[] row, float bound) {
    return IntStream.range(0, row.length).filter(j -> row[j] < bound).count();
  }

  private static float[] row(double outliers) {
    RandomStream random = RandomStream.of(1, "row");
    float[] row = new float[SIZE];
    for (int j = 0; j < SIZE; j++) {
      double x = random.nextGaussian() * 0.05 + 0.3;
      row[j] = (float) (random.nextDouble() < outliers ? x + 1.2 : x);
    }
    row[17] = Float.POSITIVE_INFINITY; // the diagonal
    return row;
  }

  @Test
  void lieJustOutsideTheRanks() {
    for (double outliers : new double[] {0, 0.01, 0.3}) {
      float[] row = row(outliers);
      for (int rank : new int[] {200, 2500, 4500}) {
        bounds.find(row, rank - 150, rank + 150);
        assertThat(below(row, bounds.low())).isBetween(rank - 175L, rank - 150L);
        assertThat(below(row, bounds.high())).isBetween(rank + 150L, rank + 175L);
      }
    }
  }

  @Test
  void beyondTheRowThereIsNoBound() {
    bounds.find(row(0), -3, SIZE - 2);
    assertThat(bounds.low()).isEqualTo(Float.NEGATIVE_INFINITY);
    assertThat(bounds.high()).isEqualTo(Float.MAX_VALUE);
  }

  /** No value divides equal ones: the bounds keep them all inside. */
  @Test
  void equalValuesStayTogether() {
    float[] row = new float[SIZE];
    for (int j = 0; j < SIZE; j++) {
      row[j] = j < 1000 ? 0.1f : j < 4000 ? 0.25f : 0.5f;
    }
    row[17] = Float.POSITIVE_INFINITY;
    bounds.find(row, 2000, 3000);
    assertThat(bounds.low()).isGreaterThan(0.1f).isLessThanOrEqualTo(0.25f);
    assertThat(bounds.high()).isGreaterThanOrEqualTo(0.25f).isLessThanOrEqualTo(0.5f);
  }
}
