// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudentTTest {
  /** From scipy.stats.t, by {@code src/test/python/clustered_reference.py}. */
  @ParameterizedTest
  @CsvSource({
    "1, 12.706204736175",
    "2, 4.302652729749",
    "3, 3.182446305284",
    "7, 2.364624251593",
    "19, 2.093024054408",
    "99, 1.984216951586",
    "200, 1.971896223634",
    "201, 1.971836506780",
    "1000, 1.962339080826"
  })
  void knowsItsQuantiles(int freedom, double expected) {
    assertThat(StudentT.quantile(freedom)).isCloseTo(expected, within(1e-9));
  }

  @Test
  void isNormalWithoutLimit() {
    assertThat(StudentT.quantile(Integer.MAX_VALUE)).isCloseTo(Interval.Z, within(1e-8));
  }

  @Test
  void needsADegreeOfFreedom() {
    assertThatThrownBy(() -> StudentT.quantile(0)).isInstanceOf(IllegalArgumentException.class);
  }
}
