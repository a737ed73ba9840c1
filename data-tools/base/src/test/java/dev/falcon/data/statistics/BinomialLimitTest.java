// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinomialLimitTest {
  /** By the sum of all terms, with Python's math.fsum and math.lgamma. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 0.95",
    "0, 600, 0.004980443",
    "5, 600, 0.017441325",
    "300, 600, 0.534354000",
    "9000, 10000, 0.904897987"
  })
  void isWhereTheSumOfTheTermsIsOneInTwenty(long seen, long trials, double expected) {
    assertThat(BinomialLimit.upper(seen, trials, 0.95)).isCloseTo(expected, within(1e-8));
  }

  @Test
  void isOneWhereTheEventWasAlwaysSeen() {
    assertThat(BinomialLimit.upper(7, 7, 0.95)).isEqualTo(1);
  }
}
