// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTest {
  @ParameterizedTest
  @ValueSource(strings = {"auto", "cpu", "cuda:0", "cuda:3"})
  void readsWhatItWrites(String text) {
    assertThat(Device.parse(text).toString()).isEqualTo(text);
  }

  @Test
  void cudaMeansTheFirstCudaDevice() {
    assertThat(Device.parse("CUDA")).isEqualTo(Device.cuda(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "cuda:", "cuda:-1", "cpu:0", ""})
  void namesWhatWouldBeRight(String text) {
    assertThatThrownBy(() -> Device.parse(text))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("cuda:INDEX");
  }
}
