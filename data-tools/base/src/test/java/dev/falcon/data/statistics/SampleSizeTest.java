// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleSizeTest {
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.02, 0.05, 0.1, 0.3})
  void isTheLeastCountThatIsPreciseEnough(double precision) {
    int count = Math.toIntExact(SampleSize.forPrecision(precision, Long.MAX_VALUE));

    assertThat(Interval.wilson(0.5, count).halfWidth()).isLessThanOrEqualTo(precision + 1e-12);
    if (count > 1) {
      assertThat(Interval.wilson(0.5, count - 1).halfWidth()).isGreaterThan(precision);
    }
  }

  @Test
  void isNeverMoreThanThereIs() {
    assertThat(SampleSize.forPrecision(0.01, 500)).isEqualTo(500);
  }

  @Test
  void theRestOfSmallStrataGoesToTheOthers() {
    assertThat(SampleSize.divide(new long[] {1_000_000, 10, 500}, 1_000))
        .containsExactly(495, 10, 495);
    assertThat(SampleSize.divide(new long[] {5, 5}, 1_000)).containsExactly(5, 5);
    assertThat(SampleSize.divide(new long[] {100, 100, 100}, 2)).containsExactly(0, 1, 1);
  }
}
