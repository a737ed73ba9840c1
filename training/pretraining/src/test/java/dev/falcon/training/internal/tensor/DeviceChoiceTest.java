// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceChoiceTest {
  @Test
  void autoSaysWhatItChoseAndWhy() {
    try (Torch torch = Torch.open("auto", 1)) {
      if (torch.onGpu()) {
        assertThat(torch.device()).isEqualTo("device auto: cuda:0, which libtorch can use");
      } else {
        assertThat(torch.device())
            .startsWith("device auto: the CPU, as libtorch can use no GPU (")
            .doesNotContain("\n")
            .hasSizeLessThan(250);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda", "cuda:0", "cuda:17"})
  void aDeviceThatLibtorchCannotUseIsRefusedInItsOwnWords(String name) {
    try (Torch torch = Torch.open("auto", 1)) {
      assumeFalse(torch.onGpu(), "this machine has a GPU");
    }
    assertThatThrownBy(() -> Torch.open(name, 1))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(
            "device " + name + " is asked for, but the libtorch in use cannot use it (Could not")
        .hasMessageContaining("CUDA");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "cuda:", "cuda:-1", "cuda:1x", "CUDA", ""})
  void otherNamesAreRefused(String name) {
    assertThatThrownBy(() -> Torch.open(name, 1))
        .isInstanceOf(RequestException.class)
        .hasMessage("device must be auto, cpu, cuda or cuda:N; device=" + name);
  }
}
