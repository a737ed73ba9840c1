// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxModelMetadata;
import ai.onnxruntime.OrtException;
import dev.falcon.data.Provenance;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file as a whole: metadata, names, weights inside and beside it. */
class GraphFileTest {
  private static final ModelMetadata METADATA =
      ModelMetadata.of(
          "scale",
          "Scales its input.",
          new Provenance("1.2.3", "abc", "test", 42, Map.of("quantile", 0.5), List.of()));

  @TempDir Path folder;

  @Test
  void theRuntimeReadsTheFilesMetadata() throws OrtException {
    Path file = folder.resolve("scale.onnx");
    scale(4).write(file, METADATA.with("falcon.note", "für alle"));

    try (GraphRunner runner = new GraphRunner(file)) {
      OnnxModelMetadata metadata = runner.session().getMetadata();
      assertThat(metadata.getProducerName()).isEqualTo("falcon");
      assertThat(metadata.getGraphName()).isEqualTo("scale");
      assertThat(metadata.getDescription()).isEqualTo("Scales its input.");
      assertThat(metadata.getGraphDescription()).isEqualTo("Scales its input.");
      assertThat(metadata.getCustomMetadataValue("falcon.note")).contains("für alle");
      assertThat(metadata.getCustomMetadataValue(ModelMetadata.PROVENANCE).orElseThrow())
          .contains("\"seed\":42")
          .contains("\"falcon_version\":\"1.2.3\"");
      ai.onnxruntime.TensorInfo input =
          (ai.onnxruntime.TensorInfo) runner.session().getInputInfo().get("x").getInfo();
      assertThat(input.getShape()).containsExactly(-1, 4);
      assertThat(input.getDimensionNames()).containsExactly("batch", "");
    }
  }

  @Test
  void weightsBesideTheFileGiveTheSameResultAndAreAlignedForMapping() throws IOException {
    Path inside = folder.resolve("inside.onnx");
    Path beside = folder.resolve("beside.onnx");
    scale(2000).write(inside, METADATA);
    scale(2000).write(beside, METADATA, 1000);

    assertThat(run(beside, 2000)).isEqualTo(run(inside, 2000));
    assertThat(Files.size(beside)).isLessThan(2000);
    // Two weights of 8000 bytes; the second begins at the next multiple of 4096.
    assertThat(Files.size(folder.resolve("beside.onnx.data"))).isEqualTo(2 * 4096 + 8000);
    assertThat(folder.resolve("inside.onnx.data")).doesNotExist();
  }

  @Test
  void theSameGraphGivesTheSameBytes() throws IOException {
    scale(8).write(folder.resolve("a.onnx"), METADATA);
    scale(8).write(folder.resolve("b.onnx"), METADATA);
    assertThat(folder.resolve("a.onnx")).hasSameBinaryContentAs(folder.resolve("b.onnx"));
  }

  @Test
  void nodesAreNamedAfterTheirScope() throws IOException {
    Path file = folder.resolve("names.onnx");
    scale(4).write(file, METADATA);
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("layer.0.Mul", "layer.0.Add", "layer.0.Add_2", "layer.0.scale", "layer.0.bias");
  }

  @Test
  void aNameIsGivenOnce() {
    GraphBuilder graph = new GraphBuilder();
    Tensor one = Tensor.float32(new float[1], 1);
    graph.weight("w", one);
    assertThatThrownBy(() -> graph.weight("w", one)).hasMessageContaining("named w");
  }

  @Test
  void aShapeMustFitItsValues() {
    assertThatThrownBy(() -> Tensor.float32(new float[5], 2, 3))
        .hasMessage("shape [2, 3] needs 6 values; given 5");
  }

  @Test
  void transposedSwapsRowsAndColumns() {
    Tensor matrix = Tensor.float32(FloatBuffer.wrap(new float[] {1, 2, 3, 4, 5, 6}), 2, 3);
    assertThat(matrix.transposed().toFloats()).containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(matrix.transposed().shape()).containsExactly(3, 2);
  }

  @Test
  void tensorsLongerThanTheWritersBufferAreWrittenWhole() throws IOException {
    int size = 600_000; // 2.4 MB, more than two buffers
    Path file = folder.resolve("long.onnx");
    scale(size).write(file, METADATA);
    float[] result = run(file, size);
    assertThat(result[size - 1]).isEqualTo(3f * (size - 1) + 2 * (size - 1));
  }

  /** x · scale + bias + bias, where scale is 0, 1, 2, … and bias too. */
  private static GraphBuilder scale(int size) {
    float[] ramp = new float[size];
    for (int i = 0; i < size; i++) {
      ramp[i] = i;
    }
    GraphBuilder graph = new GraphBuilder();
    GraphBuilder layer = graph.scope("layer.0");
    Value x =
        graph.input(
            TensorInfo.float32("x", "batch", Integer.toString(size)).describedAs("numbers"));
    Value bias = layer.weight("layer.0.bias", Tensor.float32(ramp, size));
    Value scaled = layer.multiply(x, layer.weight("layer.0.scale", Tensor.float32(ramp, size)));
    graph.output(
        TensorInfo.float32("y", "batch", Integer.toString(size)),
        layer.add(layer.add(scaled, bias), bias));
    return graph;
  }

  private static float[] run(Path file, int size) {
    float[] x = new float[size];
    Arrays.fill(x, 3);
    try (GraphRunner runner = new GraphRunner(file)) {
      return runner.feed("x", x, 1, size).run().get("y").values();
    }
  }
}
