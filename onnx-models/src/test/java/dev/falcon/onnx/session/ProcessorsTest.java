// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessorsTest {
  @Test
  void fewerThanTheMachineHasAreALimit() {
    assertThat(Processors.limit(2, "0-3")).hasValue(2);
    assertThat(Processors.limit(5, "0-3,8,10-11")).hasValue(5);
  }

  @Test
  void allOfThemAreNone() {
    assertThat(Processors.limit(4, "0-3")).isEmpty();
    assertThat(Processors.limit(7, "0-3,8,10-11")).isEmpty();
    assertThat(Processors.limit(1, "0")).isEmpty();
  }
}
