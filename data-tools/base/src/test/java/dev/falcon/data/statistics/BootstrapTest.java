// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  @Test
  void theIntervalOfManyValuesIsTheNormalOne() {
    RandomStream random = RandomStream.of(3, "bootstrap-test");
    double[] values = new double[400];
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = 2 + 3 * random.nextGaussian();
      sum += values[i];
      squares += values[i] * values[i];
    }
    double mean = sum / values.length;
    double error = Math.sqrt((squares / values.length - mean * mean) / values.length);

    Interval interval = Bootstrap.ofMean(values, random);

    assertThat(interval.low()).isCloseTo(mean - Interval.Z * error, within(0.02));
    assertThat(interval.high()).isCloseTo(mean + Interval.Z * error, within(0.02));
  }

  @Test
  void valuesThatAreAllOneLeaveNoDoubt() {
    assertThat(Bootstrap.ofMean(new double[] {7, 7, 7}, RandomStream.of(1, "bootstrap-test")))
        .isEqualTo(new Interval(7, 7));
  }
}
