// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpotCheckTest {
  /** The definition, by counting: the most wrong units of which a sample misses all. */
  private static double naive(int all, int drawn) {
    int most = 0;
    for (int wrong = 0; wrong <= all - drawn; wrong++) {
      double none = 1;
      for (int i = 0; i < drawn; i++) {
        none *= (double) (all - wrong - i) / (all - i);
      }
      if (none > 0.05) {
        most = wrong;
      }
    }
    return (double) most / all;
  }

  @Test
  void boundIsTheLargestShareThatASampleMayMiss() {
    for (int all = 1; all <= 60; all++) {
      for (int drawn = 1; drawn <= all; drawn++) {
        assertThat(SpotCheck.largestShare(all, drawn, 0.95))
            .as(drawn + " of " + all)
            .isEqualTo(naive(all, drawn));
      }
    }
  }

  @Test
  void ofManyUnitsItNearsTheRuleOfThree() {
    // 1 - 0.05^(1/n) where units are without number
    assertThat(SpotCheck.largestShare(1_000_000_000L, 300, 0.95))
        .isBetween(0.0099, 1 - Math.pow(0.05, 1 / 300.0));
    assertThat(SpotCheck.largestShare(176_000, 3, 0.95)).isBetween(0.63, 0.632);
  }

  @Test
  void sampleHasAtLeastOneAndAtMostAll() {
    assertThatThrownBy(() -> SpotCheck.largestShare(5, 6, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SpotCheck.largestShare(5, 0, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
