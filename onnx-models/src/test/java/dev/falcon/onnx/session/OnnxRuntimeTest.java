// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxRuntimeTest {
  @TempDir private Path folder;

  @Test
  void aCommandLineThatItsTelemetryCannotHoldIsRefused() throws IOException {
    Path commandLine = folder.resolve("cmdline");
    OnnxRuntime.requireShort(Files.write(commandLine, new byte[4095]));
    Files.write(commandLine, new byte[4096]);

    assertThatThrownBy(() -> OnnxRuntime.requireShort(commandLine))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            "ONNX Runtime's telemetry crashes where the command line is as long as this one (4096"
                + " bytes); set ORT_DISABLE_TELEMETRY=1 in the environment");
  }

  @Test
  void aCommandLineThatCannotBeReadIsNamed() {
    assertThatThrownBy(() -> OnnxRuntime.requireShort(folder))
        .isInstanceOf(FalconException.class)
        .hasMessageStartingWith(folder + ": cannot be read: ");
  }
}
