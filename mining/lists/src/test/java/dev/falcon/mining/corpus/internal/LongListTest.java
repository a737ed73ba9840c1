// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import org.junit.jupiter.api.Test;

class LongListTest {
  @Test
  void morePairsThanAnArrayHoldsAreRefused() {
    LongList pairs = new LongList(128);
    for (int i = 0; i < 128; i++) {
      pairs.add(i);
    }

    assertThatThrownBy(() -> pairs.add(128))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith("more than 128 pairs of a query and an item of its image");
    assertThat(pairs.toArray()).hasSize(128).startsWith(0, 1).endsWith(127);
  }
}
