// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionGridTest {
  private static final int WIDTH = 3;

  /** The runtime computes coordinates in single precision. */
  private static final float TOLERANCE = 1e-5f;

  @TempDir Path folder;

  /** The first row of the example that ONNX's specification of Resize gives for cubic doubling. */
  @Test
  void doublingAGridOfFourEqualsThePublishedExample() {
    float[] positions = new float[17];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = i;
    }
    float[] resized = PositionGrid.resized(positions, 1, 4, 8, 1);
    float[] expected = {
      0, 0.47265625f, 0.76953125f, 319 / 256f, 1.875f, 2.28125f, 745 / 256f, 867 / 256f, 943 / 256f
    };
    assertThat(resized).hasSize(65).startsWith(expected);
  }

  /** Resize with half-pixel centres and a = -0.75 is PyTorch's bicubic interpolation. */
  @ParameterizedTest
  @CsvSource({"14, 16", "14, 24", "16, 14", "3, 4", "1, 2"})
  void anyGridEqualsOnnxRuntimes(int from, int to) throws OrtException {
    float[] positions = new float[(1 + from * from) * WIDTH];
    RandomStream random = RandomStream.of(1, "positions");
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (float) random.nextGaussian();
    }
    float[] actual = PositionGrid.resized(positions, 1, from, to, WIDTH);
    assertThat(actual).hasSize((1 + to * to) * WIDTH);
    float[] expected = byOnnxRuntime(positions, from, to);
    for (int unit = 0; unit < WIDTH; unit++) {
      assertThat(actual[unit]).isEqualTo(positions[unit]);
      for (int cell = 0; cell < to * to; cell++) {
        assertThat(actual[(1 + cell) * WIDTH + unit])
            .isCloseTo(expected[unit * to * to + cell], within(TOLERANCE));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"14, 24", "14, 5"})
  void whatIsConstantStaysSoUpToTheEdges(int from, int to) {
    float[] positions = new float[(1 + from * from) * WIDTH];
    Arrays.fill(positions, 3);
    assertThat(PositionGrid.resized(positions, 1, from, to, WIDTH))
        .containsOnly(3f)
        .hasSize((1 + to * to) * WIDTH);
  }

  @Test
  void theSameGridStaysAsItIs() {
    float[] positions = {7, 1, 5, 2, 8, 3, 9, 4, 7, 6};
    assertThat(PositionGrid.resized(positions, 1, 3, 3, 1)).containsExactly(positions);
  }

  /** Gives [width x to x to]. */
  private float[] byOnnxRuntime(float[] positions, int from, int to) throws OrtException {
    float[] planes = new float[WIDTH * from * from];
    for (int cell = 0; cell < from * from; cell++) {
      for (int unit = 0; unit < WIDTH; unit++) {
        planes[unit * from * from + cell] = positions[(1 + cell) * WIDTH + unit];
      }
    }
    GraphBuilder graph = new GraphBuilder();
    String side = Integer.toString(from);
    Value x = graph.input(TensorInfo.float32("x", "1", "3", side, side));
    Value resized =
        graph
            .node("Resize", x, Value.NONE, Value.NONE, graph.integers(1, WIDTH, to, to))
            .text("mode", "cubic")
            .text("coordinate_transformation_mode", "half_pixel")
            .number("cubic_coeff_a", -0.75f)
            .output();
    String newSide = Integer.toString(to);
    graph.output(TensorInfo.float32("y", "1", "3", newSide, newSide), resized);
    Path file = folder.resolve("resize.onnx");
    graph.write(file, new ModelMetadata("resize", "", "test", Map.of()));

    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    long[] shape = {1, WIDTH, from, from};
    try (OrtSession session = environment.createSession(file.toString());
        OnnxTensor input = OnnxTensor.createTensor(environment, FloatBuffer.wrap(planes), shape);
        OrtSession.Result result = session.run(Map.of("x", input))) {
      FloatBuffer values = ((OnnxTensor) result.get(0)).getFloatBuffer();
      float[] copy = new float[values.remaining()];
      values.get(copy);
      return copy;
    }
  }
}
