// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.internal.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.kernels.Kernels;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A row's quantiles against a sort of it, for rows that nobody would think of. */
class RowQuantilesPropertiesTest {
  @Property(seed = "1")
  void areThoseOfASort(
      @ForAll("rows") float[] values, @ForAll @IntRange(min = 2, max = 120) int m) {
    float[] row = Arrays.copyOf(values, values.length + 1);
    row[values.length] = Float.POSITIVE_INFINITY; // the diagonal
    float[] found = new float[m];
    new RowQuantiles(Kernels.fastest(), row.length, m).of(row, found, 0);
    float[] sorted = values.clone();
    Arrays.sort(sorted);
    for (int k = 0; k < m; k++) {
      double position = (double) k * (sorted.length - 1) / (m - 1);
      int low = (int) position;
      float from = sorted[low];
      float to = sorted[Math.min(low + 1, sorted.length - 1)];
      assertThat(found[k])
          .as("quantile %d of %d", k, m)
          .isEqualTo(from + (to - from) * (float) (position - low));
    }
  }

  /** Sums of two cosines: spread, in heaps of equal ones, or next to each other's last bit. */
  @Provide
  Arbitrary<float[]> rows() {
    Arbitrary<Float> spread = Arbitraries.floats().between(-2, 2).map(x -> x + 0f);
    Arbitrary<Float> few = Arbitraries.of(-2f, -0.5f, 0f, 0.25f, 2f);
    Arbitrary<Float> close =
        Arbitraries.integers().between(0, 40).map(i -> Float.intBitsToFloat(0x3f000000 + i));
    return Arbitraries.oneOf(spread, few, close).array(float[].class).ofMinSize(2).ofMaxSize(600);
  }
}
