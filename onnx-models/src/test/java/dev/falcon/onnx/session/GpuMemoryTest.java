// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GpuMemoryTest {
  @Test
  void isASize() {
    assertThat(GpuMemory.limit(Optional.empty())).isEmpty();
    assertThat(GpuMemory.limit(Optional.of(""))).isEmpty();
    assertThat(GpuMemory.limit(Optional.of("8g"))).hasValue(8L << 30);
    assertThat(GpuMemory.limit(Optional.of("500M"))).hasValue(500L << 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8", "0g", "-1g", "g", "9999999g", "8 g", "1.5g"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> GpuMemory.limit(Optional.of(text)))
        .isInstanceOf(RequestException.class)
        .hasMessage("FALCON_GPU_MEMORY is '" + text + "'; use a size such as 8g or 500m");
  }
}
