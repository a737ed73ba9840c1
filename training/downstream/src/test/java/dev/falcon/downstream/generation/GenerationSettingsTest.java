// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import org.junit.jupiter.api.Test;

class GenerationSettingsTest {
  @Test
  void aPenaltyOfNothingIsRefused() {
    assertThatThrownBy(() -> new GenerationSettings(1, 1, 1, 0, 0))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("penalty=0.0");
  }
}
