// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.reproduce.model.ComparisonResult.SlopeResult;
import org.junit.jupiter.api.Test;

class SlopeTest {
  /** Two epochs with levels of their own; the sums are worked out by hand. */
  @Test
  void takesEachEpochsMeansOut() {
    Slope slope = new Slope();
    slope.add("1", 0, 10);
    slope.add("1", 1, 12);
    slope.add("1", 2, 11);
    slope.add("2", 5, 0);
    slope.add("2", 6, 1);
    slope.add("2", 7, 5);
    // Σxx = 2 + 2, Σxy = 1 + 5, Σyy = 2 + 14: slope 1.5, rest 16 - 9 = 7 with 6 - 2 - 1 degrees.
    SlopeResult fit = slope.fit();
    assertThat(fit.batches()).isEqualTo(6);
    assertThat(fit.slope()).isCloseTo(1.5, within(1e-12));
    assertThat(fit.error()).isCloseTo(Math.sqrt(7.0 / 3 / 4), within(1e-12));
    assertThat(fit.rewardMean()).isCloseTo(6.5, within(1e-12));
    assertThat(fit.relative()).isCloseTo(1.5 / 6.5, within(1e-12));
  }

  @Test
  void putsRunsTogetherWithMeansOfTheirOwn() {
    Slope first = new Slope();
    first.add("1", 0, 0);
    first.add("1", 1, 2);
    Slope second = new Slope();
    second.add("1", 10, 50);
    second.add("1", 11, 52);
    second.add("1", 12, 54);
    Slope both = new Slope();
    both.addAll("1/", first);
    both.addAll("2/", second);
    assertThat(both.fit().slope()).isCloseTo(2, within(1e-12));
    assertThat(both.fit().error()).isCloseTo(0, within(1e-6));
  }

  @Test
  void knowsNoSlopeWhereTheQuantileStandsStill() {
    Slope slope = new Slope();
    for (int i = 0; i < 10; i++) {
      slope.add("1", 0.99, i);
    }
    assertThat(slope.fit()).isNull();
  }
}
