// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OnnxLibrariesTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void aPlatformWithoutABuildIsNamed() {
    assertThatCode(() -> OnnxLibraries.requireBuildFor("linux-x64")).doesNotThrowAnyException();
    assertThatThrownBy(() -> OnnxLibraries.requireBuildFor("linux-riscv64"))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith("this installation has no ONNX Runtime for linux-riscv64; install")
        .hasMessageContaining("onnxruntime.native.path=DIR");
  }
}
