// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxTensor;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.TestGraph;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  @TempDir private Path folder;

  /** Relu and Sin give numbers, Shape a shape; all run twice and count once. */
  @Test
  void countsEachOperatorOnce() throws Exception {
    Path file =
        new TestGraph()
            .input("x", TestGraph.FLOAT, -1, 2)
            .output("y", TestGraph.FLOAT, -1, 2)
            .output("s", TestGraph.INT64, 2)
            .node("Relu", "x", "r")
            .node("Sin", "r", "y")
            .node("Shape", "y", "s")
            .write(folder.resolve("g.onnx"));
    Path records = Files.createDirectory(folder.resolve("records"));
    Sessions sessions = new Sessions(SessionSettings.CPU.withRecords(records), note -> {});
    sessions.open(file).close(); // which runs nothing
    try (GraphSession session = sessions.open(file);
        OnnxTensor x =
            OnnxTensor.createTensor(
                session.environment(), FloatBuffer.allocate(6), new long[] {3, 2})) {
      for (int i = 0; i < 2; i++) {
        session.run(Map.of("x", x), Set.of("y", "s")).close();
      }
    }
    assertThat(Placement.read(records))
        .containsExactly(
            new Placement("g.onnx", Map.of(Placement.CPU, 3), Map.of("Relu", 1, "Sin", 1)));
    assertThat(Placement.read(records)).hasToString("[g.onnx: 3 on CPUExecutionProvider]");
  }

  @Test
  void withoutARequestNothingIsRecorded() throws IOException {
    Path file =
        new TestGraph()
            .input("x", TestGraph.FLOAT, 2)
            .output("y", TestGraph.FLOAT, 2)
            .node("Relu", "x", "y")
            .write(folder.resolve("g.onnx"));
    Sessions.onCpu().open(file).close();
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  /** A record as of a device: what gives integers there is no part of the work. */
  @Test
  void separatesComputationFromShapes() throws IOException {
    Files.writeString(
        folder.resolve("0000-m.onnx.record_2026-01-01_00-00-00_000.json"),
        """
        [{"cat": "Session", "name": "session_initialization", "args": {}},
         {"cat": "Node", "name": "a_kernel_time", "args": {"provider": "CUDAExecutionProvider",
          "op_name": "MatMul", "node_index": "1", "output_type_shape": [{"float": [2]}]}},
         {"cat": "Node", "name": "b_kernel_time", "args": {"provider": "CPUExecutionProvider",
          "op_name": "Shape", "node_index": "2", "output_type_shape": [{"int64": [2]}]}},
         {"cat": "Node", "name": "c_kernel_time", "args": {"provider": "CPUExecutionProvider",
          "op_name": "Erf", "node_index": "3", "output_type_shape": [{"float16": [2]}]}}]
        """);
    assertThat(Placement.read(folder))
        .isEqualTo(
            List.of(
                new Placement(
                    "m.onnx",
                    Map.of("CUDAExecutionProvider", 1, Placement.CPU, 2),
                    Map.of("Erf", 1))));
    assertThatThrownBy(() -> Placement.read(folder.resolve("none")))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("none: cannot be listed");
  }
}
