// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.onnxruntime.OrtException;
import dev.falcon.data.FalconException;
import dev.falcon.onnx.TestGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {
  @TempDir Path folder;

  private TestGraph identity() {
    return new TestGraph()
        .input("x", TestGraph.FLOAT, -1, 2)
        .output("y", TestGraph.FLOAT, -1, 2)
        .node("Identity", "x", "y");
  }

  @Test
  void describesInputsAndOutputs() {
    try (GraphSession session = Sessions.onCpu().open(identity().write(folder.resolve("g.onnx")))) {
      assertThat(session.device()).isEqualTo(Device.CPU);
      assertThat(session.inputs()).hasToString("[x float [?, 2]]");
      assertThat(session.requireOutput("y").dimension(-1)).isEqualTo(2);
      assertThatThrownBy(() -> session.requireOutput("z"))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("g.onnx")
          .hasMessageContaining("no output 'z'; its outputs are y");
    }
  }

  @Test
  void autoSaysOnceThatItFallsBackAndCudaFails() {
    List<String> notes = new ArrayList<>();
    Sessions sessions = new Sessions(SessionSettings.on(Device.AUTO), notes::add);
    Path file = identity().write(folder.resolve("g.onnx"));
    sessions.open(file).close();
    sessions.open(file).close();
    assumeThat(sessions.device()).as("this machine has CUDA").isEqualTo(Device.CPU);
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).startsWith("device auto: CUDA does not open").doesNotContain("\n");

    Sessions cuda = new Sessions(SessionSettings.on(Device.cuda(0)), notes::add);
    assertThatThrownBy(() -> cuda.open(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("does not open on cuda:0");
  }

  /** On a processor all of a graph runs where a whole one for another device must not. */
  @Test
  void aGraphThatRunsOnTheProcessorInPartIsRecognised() {
    Path file = identity().write(folder.resolve("g.onnx"));
    assertThatThrownBy(() -> Sessions.onCpu().create(Device.CPU, file, true))
        .isInstanceOfSatisfying(
            OrtException.class, e -> assertThat(Sessions.isPlacement(e)).isTrue());
    assertThatThrownBy(() -> Sessions.onCpu().create(Device.CPU, folder.resolve("no.onnx"), true))
        .isInstanceOfSatisfying(
            OrtException.class, e -> assertThat(Sessions.isPlacement(e)).isFalse());
  }

  @Test
  void refusesWhatIsNotAnOnnxModel() throws IOException {
    Path text = Files.writeString(folder.resolve("text.onnx"), "version https://git-lfs\noid 1\n");
    Path empty = Files.createFile(folder.resolve("empty.onnx"));
    byte[] whole = Files.readAllBytes(identity().write(folder.resolve("whole.onnx")));
    Path cut = Files.write(folder.resolve("cut.onnx"), Arrays.copyOf(whole, 40));
    for (Path file : List.of(text, empty, cut)) {
      assertThatThrownBy(() -> Sessions.onCpu().open(file))
          .isInstanceOf(FalconException.class)
          .hasMessageStartingWith(file + ": not an ONNX model");
    }
  }

  @Test
  void aGraphAtFaultIsNotLaidOnCuda() {
    Path file =
        new TestGraph()
            .input("x", TestGraph.FLOAT, -1, 2)
            .output("y", TestGraph.FLOAT, -1, 2)
            .node("NoSuchOperator", "x", "y")
            .write(folder.resolve("g.onnx"));
    List<String> notes = new ArrayList<>();
    assertThatThrownBy(() -> new Sessions(SessionSettings.on(Device.AUTO), notes::add).open(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("NoSuchOperator");
    assertThat(notes).isEmpty();
  }

  @Test
  void refusesExternalDataOutsideTheFolder() throws IOException {
    Files.write(folder.resolve("secret"), new byte[8]);
    for (String location :
        List.of("../secret", folder.resolve("secret").toString(), "a/../../secret")) {
      Path file =
          new TestGraph()
              .external("w", location, 2)
              .input("x", TestGraph.FLOAT, -1, 2)
              .output("y", TestGraph.FLOAT, -1, 2)
              .node("Add", "x w", "y")
              .write(folder.resolve("inner/g.onnx"));
      assertThatThrownBy(() -> Sessions.onCpu().open(file))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("'" + location + "'")
          .hasMessageContaining("beside the graph");
    }
  }

  @Test
  void readsExternalDataBesideTheGraph() throws IOException {
    TestGraph graph =
        new TestGraph()
            .external("w", "weights.bin", 2)
            .input("x", TestGraph.FLOAT, -1, 2)
            .output("y", TestGraph.FLOAT, -1, 2)
            .node("Add", "x w", "y");
    Path file = graph.write(folder.resolve("g.onnx"));
    assertThatThrownBy(() -> Sessions.onCpu().open(file))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("'weights.bin' are not there");
    Files.write(folder.resolve("weights.bin"), new byte[8]);
    Sessions.onCpu().open(file).close();
  }
}
