// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.internal.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.session.TensorSpec;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorsTest {
  @TempDir private Path folder;

  @Test
  void aWrongNumberOfValuesNamesTheInput() {
    Path file =
        new TestGraph()
            .input("x", TestGraph.FLOAT, -1, 2)
            .input("ids", TestGraph.INT32, -1, 2)
            .output("y", TestGraph.FLOAT, -1, 2)
            .node("Identity", "x", "y")
            .write(folder.resolve("g.onnx"));
    try (GraphSession session = Sessions.onCpu().open(file)) {
      TensorSpec floats = session.requireInput("x");
      assertThatThrownBy(() -> Tensors.floats(session, floats, FloatBuffer.allocate(3), 2, 2))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(file + ": input x float [?, 2] cannot be made: ")
          .hasMessageContaining("[2, 2]");
      TensorSpec integers = session.requireInput("ids");
      assertThatThrownBy(() -> Tensors.integers(session, integers, new int[3], 2, 2))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(file + ": input ids int32 [?, 2] cannot be made: ")
          .hasMessageContaining("[2, 2]");
    }
  }
}
