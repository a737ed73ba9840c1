// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class McNemarTest {
  @Test
  void exactValuesByHand() {
    assertThat(new McNemar(0, 0).exact()).isEqualTo(1);
    assertThat(new McNemar(5, 0).exact()).isEqualTo(2.0 / 32);
    assertThat(new McNemar(5, 0).cannotTell()).isTrue();
    assertThat(new McNemar(6, 0).exact()).isEqualTo(2.0 / 64);
    assertThat(new McNemar(0, 6).mid()).isEqualTo(1.0 / 64);
    assertThat(new McNemar(6, 0).cannotTell()).isFalse();
    // (1 + 4 + 6) / 16 twice is above 1.
    assertThat(new McNemar(2, 2).exact()).isEqualTo(1);
    assertThat(new McNemar(2, 2).mid()).isEqualTo(1);
    // 2 (1 + 8) / 256, less 8 / 256.
    assertThat(new McNemar(7, 1).exact()).isEqualTo(18.0 / 256);
    assertThat(new McNemar(1, 7).mid()).isEqualTo(10.0 / 256);
  }

  @Test
  void smallValuesDoNotVanish() {
    assertThat(new McNemar(969, 360).exact()).isBetween(1e-65, 1e-63);
    assertThat(new McNemar(2000, 0).exact()).isZero(); // below the smallest double
  }

  @Test
  void holmMultipliesTheSmallestByAllAndStaysInOrder() {
    assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.5}))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.04, 0.09, 0.09, 0.5);
    assertThat(Holm.adjusted(new double[] {0.6, 0.7})).containsExactly(1, 1);
    assertThat(Holm.adjusted(new double[0])).isEmpty();
  }

  @Test
  void agreesWithASumOverAllOutcomes() {
    for (int won = 0; won <= 12; won++) {
      for (int lost = 0; lost <= 12; lost++) {
        double extreme = 0;
        for (long outcome = 0; outcome <= won + lost; outcome++) {
          if (Math.abs(2 * outcome - won - lost) >= Math.abs(won - lost)) {
            extreme += Math.exp(choose(won + lost, (int) outcome)) / Math.pow(2, won + lost);
          }
        }
        assertThat(new McNemar(won, lost).exact()).isCloseTo(Math.min(1, extreme), within(1e-9));
      }
    }
  }

  private static double choose(int all, int some) {
    double log = 0;
    for (int i = 0; i < some; i++) {
      log += Math.log(all - i) - Math.log(i + 1.0);
    }
    return log;
  }
}
