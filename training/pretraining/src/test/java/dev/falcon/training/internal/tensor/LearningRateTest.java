// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LearningRateTest {
  @Test
  void albefClimbsInStairsAndThenFallsOnceAnEpoch() {
    LearningRate rate = LearningRate.albef(1e-4, 1e-5, 1e-5, 20, 100, 30);
    assertThat(rate.at(0, 0, 0)).isEqualTo(1e-5);
    assertThat(rate.at(0, 99, 99)).isEqualTo(1e-5);
    assertThat(rate.at(0, 1474, 1474)).isCloseTo(7.3e-5, within(1e-12));
    assertThat(rate.at(0, 5000, 5000)).isCloseTo(1e-4, within(1e-12));
    assertThat(rate.at(1, 0, 1475)).isCloseTo(9.975e-5, within(1e-8));
    assertThat(rate.at(1, 1400, 2875)).isEqualTo(rate.at(1, 0, 1475));
    assertThat(rate.at(10, 0, 14750)).isCloseTo(7.75e-5, within(1e-8));
    assertThat(rate.at(19, 0, 28025)).isCloseTo(3.67e-5, within(3e-8));
  }

  @Test
  void cosineClimbsThenFallsWithEveryStep() {
    LearningRate rate = LearningRate.cosine(1e-3, 1e-4, 100, 1200);
    assertThat(rate.at(0, 0, 0)).isCloseTo(1e-5, within(1e-12));
    assertThat(rate.at(0, 99, 99)).isCloseTo(1e-3, within(2e-5));
    assertThat(rate.at(4, 0, 600)).isCloseTo(5.5e-4, within(1e-12));
    assertThat(rate.at(7, 149, 1199)).isCloseTo(1e-4, within(1e-8));
  }

  /** COCO on one GPU: 5,904 steps an epoch at batch 96; on four the climb is cut at 3.0e-5. */
  @Test
  void lavisClimbsInALineAndThenFallsOnceAnEpoch() {
    LearningRate rate = LearningRate.lavis(1e-4, 1e-5, 5000, 10);
    assertThat(rate.at(0, 0, 0)).isCloseTo(1e-6, within(1e-12));
    assertThat(rate.at(0, 1475, 1475)).isCloseTo(1e-6 + 9.9e-5 * 0.295, within(1e-12));
    assertThat(rate.at(0, 5900, 5900)).isEqualTo(1e-4);
    assertThat(rate.at(1, 0, 5904)).isCloseTo(9.78e-5, within(1e-7));
    assertThat(rate.at(5, 3, 30000)).isCloseTo(5.5e-5, within(1e-12));
  }
}
