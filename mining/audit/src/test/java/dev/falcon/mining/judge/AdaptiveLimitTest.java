// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveLimitTest {
  @Test
  void halfAsManyWhenBusyAndOneMoreAfterFiftyReplies() throws InterruptedException {
    AdaptiveLimit pace = new AdaptiveLimit(8);
    pace.begin();
    pace.end(true);
    assertThat(pace.allowed()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      pace.begin();
      pace.end(true);
    }
    assertThat(pace.allowed()).isEqualTo(1);
    for (int i = 0; i < 100; i++) {
      assertThat(pace.allowed()).isEqualTo(1 + i / 50);
      pace.begin();
      pace.end(false);
    }
    for (int i = 0; i < 1000; i++) {
      pace.begin();
      pace.end(false);
    }
    assertThat(pace.allowed()).isEqualTo(8);
  }
}
