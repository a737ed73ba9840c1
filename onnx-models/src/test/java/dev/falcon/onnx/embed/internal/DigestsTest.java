// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import org.junit.jupiter.api.Test;

class DigestsTest {
  @Test
  void everyCallerGetsTheFailureOfAnUnreadableFile() {
    Digests digests =
        Digests.begin(
            () -> {
              throw new FalconException("a.tar: cannot be read");
            });

    assertThatThrownBy(digests::await)
        .isInstanceOf(FalconException.class)
        .hasMessage("a.tar: cannot be read");
  }

  @Test
  void anErrorOfTheJvmIsKept() {
    Digests digests =
        Digests.begin(
            () -> {
              throw new OutOfMemoryError("heap");
            });

    assertThatThrownBy(digests::await).isInstanceOf(OutOfMemoryError.class);
  }
}
