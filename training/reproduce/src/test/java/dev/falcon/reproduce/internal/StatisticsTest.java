// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.reproduce.model.ComparisonResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void givesMeanAndDeviationOfASample() {
    ComparisonResult.Spread spread = Statistics.spread(List.of(2.0, 4.0, 4.0, 6.0));
    assertThat(spread.mean()).isEqualTo(4);
    assertThat(spread.deviation()).isCloseTo(Math.sqrt(8.0 / 3), within(1e-12));
  }

  @Test
  void givesAnIntervalOfPairedDifferences() {
    // Mean 2, deviation 1, so 4.3027 / sqrt(3) on either side.
    ComparisonResult.Difference difference = Statistics.difference(List.of(1.0, 2.0, 3.0));
    assertThat(difference.mean()).isEqualTo(2);
    assertThat(difference.half()).isCloseTo(2.48414, within(1e-5));
    assertThat(difference.clear()).isFalse();
  }

  @Test
  void knowsNoSpreadOfOneValue() {
    assertThat(Statistics.spread(List.of(3.0)).deviation()).isNull();
    assertThat(Statistics.difference(List.of(3.0)).half()).isNull();
    assertThat(Statistics.difference(List.of(3.0)).clear()).isFalse();
  }
}
