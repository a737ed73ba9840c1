// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator, run in ONNX Runtime against plain Java. */
class OperatorsTest {
  private static final float[] X = {-3, -1.5f, -0.25f, 0, 0.5f, 2}; // [2 x 3]
  private static final float[] Y = {1, 4, -2, 8, 0.5f, -1}; // [2 x 3]

  @TempDir Path folder;
  private int files;

  static Stream<Arguments> elementWise() {
    return Stream.of(
        unary("relu", GraphBuilder::relu, x -> Math.max(x, 0)),
        unary("gelu", GraphBuilder::gelu, x -> x * (1 + erf(x / Math.sqrt(2))) / 2),
        unary("tanh", GraphBuilder::tanh, Math::tanh),
        unary("sigmoid", GraphBuilder::sigmoid, x -> 1 / (1 + Math.exp(-x))),
        unary("softplus", GraphBuilder::softplus, x -> Math.log1p(Math.exp(x))));
  }

  private static Arguments unary(
      String name, BiFunction<GraphBuilder, Value, Value> operator, DoubleUnaryOperator expected) {
    return Arguments.of(name, operator, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("elementWise")
  void unaryOperatorsActOnEveryElement(
      String name, BiFunction<GraphBuilder, Value, Value> operator, DoubleUnaryOperator expected) {
    float[] result = run(operator, 2, 3);
    for (int i = 0; i < X.length; i++) {
      assertThat((double) result[i]).isCloseTo(expected.applyAsDouble(X[i]), within(1e-6));
    }
  }

  /** A binary operator under test. */
  interface Binary {
    Value apply(GraphBuilder graph, Value a, Value b);
  }

  static Stream<Arguments> binary() {
    return Stream.of(
        binary("add", GraphBuilder::add, (a, b) -> a + b),
        binary("subtract", GraphBuilder::subtract, (a, b) -> a - b),
        binary("multiply", GraphBuilder::multiply, (a, b) -> a * b),
        binary("divide", GraphBuilder::divide, (a, b) -> a / b),
        binary("minimum", GraphBuilder::minimum, Math::min),
        binary("maximum", GraphBuilder::maximum, Math::max));
  }

  private static Arguments binary(String name, Binary operator, DoubleBinaryOperator expected) {
    return Arguments.of(name, operator, expected);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("binary")
  void binaryOperatorsActOnEveryPair(String name, Binary operator, DoubleBinaryOperator expected) {
    float[] result =
        run(
            (graph, x) -> operator.apply(graph, x, graph.weight("y", Tensor.float32(Y, 2, 3))),
            2,
            3);
    for (int i = 0; i < X.length; i++) {
      assertThat((double) result[i]).isCloseTo(expected.applyAsDouble(X[i], Y[i]), within(1e-6));
    }
  }

  @Test
  void matMulMultipliesMatrices() {
    float[] result =
        run((graph, x) -> graph.matMul(x, graph.weight("y", Tensor.float32(Y, 3, 2))), 2, 2);
    assertThat(result).containsExactly(-0.125f, -23.75f, 0, 2);
  }

  @Test
  void softmaxSumsToOneAlongTheAxis() {
    float[] result = run((graph, x) -> graph.softmax(x, 0), 2, 3);
    for (int column = 0; column < 3; column++) {
      double above = Math.exp(X[column]);
      double below = Math.exp(X[column + 3]);
      assertThat((double) result[column]).isCloseTo(above / (above + below), within(1e-6));
    }
  }

  @Test
  void layerNormalizationTakesMeanAndBiasedVarianceOfTheLastAxis() {
    float epsilon = 0.01f;
    float[] result =
        run(
            (graph, x) ->
                graph.layerNormalization(
                    x,
                    graph.weight("scale", Tensor.float32(new float[] {1, 2, 3}, 3)),
                    graph.weight("bias", Tensor.float32(new float[] {-1, 0, 1}, 3)),
                    epsilon),
            2,
            3);
    for (int row = 0; row < 2; row++) {
      double mean = (X[row * 3] + X[row * 3 + 1] + X[row * 3 + 2]) / 3.0;
      double variance = 0;
      for (int column = 0; column < 3; column++) {
        variance += Math.pow(X[row * 3 + column] - mean, 2) / 3;
      }
      for (int column = 0; column < 3; column++) {
        double expected =
            (X[row * 3 + column] - mean) / Math.sqrt(variance + epsilon) * (column + 1)
                + column
                - 1;
        assertThat((double) result[row * 3 + column]).isCloseTo(expected, within(1e-5));
      }
    }
  }

  @Test
  void l2NormalizeGivesUnitRowsAndLeavesZeroRowsZero() {
    float[] result = run((graph, x) -> graph.l2Normalize(x, 1e-12f), 2, 3);
    double length = Math.sqrt(9 + 2.25 + 0.0625);
    assertThat((double) result[0]).isCloseTo(-3 / length, within(1e-6));

    float[] zeros =
        run((graph, x) -> graph.l2Normalize(graph.multiply(x, graph.scalar(0)), 1e-12f), 2, 3);
    assertThat(zeros).containsOnly(0f, -0f);
  }

  @Test
  void meanLeavesTheAxisOut() {
    assertThat(run((graph, x) -> graph.mean(x, 0), 3)).containsExactly(-1.5f, -0.5f, 0.875f);
  }

  @Test
  void convolutionStepsByTheStride() {
    float[] image = {1, 2, 3, 4, 5, 6, 7, 8}; // [1 x 1 x 2 x 4]
    float[] kernel = {1, 10, 100, 1000}; // [1 x 1 x 2 x 2]
    float[] result =
        run(
            (graph, x) ->
                graph.convolution(
                    graph.weight("image", Tensor.float32(image, 1, 1, 2, 4)),
                    graph.weight("kernel", Tensor.float32(kernel, 1, 1, 2, 2)),
                    graph.weight("bias", Tensor.float32(new float[] {0.5f}, 1)),
                    2),
            1,
            1,
            1,
            2);
    assertThat(result).containsExactly(1 + 20 + 500 + 6000 + 0.5f, 3 + 40 + 700 + 8000 + 0.5f);
  }

  @Test
  void gatherTakesRows() {
    assertThat(run((graph, x) -> graph.gather(x, graph.integers(1, 0, 1), 0), 3, 3))
        .startsWith(X[3], X[4], X[5], X[0]);
    assertThat(run((graph, x) -> graph.gather(x, graph.integer(1), 1), 2))
        .containsExactly(X[1], X[4]);
  }

  @Test
  void shapesAreChangedWithoutTouchingElements() {
    assertThat(run((graph, x) -> graph.reshape(x, 3, -1), 3, 2)).containsExactly(X);
    assertThat(run((graph, x) -> graph.unsqueeze(x, 1), 2, 1, 3)).containsExactly(X);
    assertThat(run((graph, x) -> graph.squeeze(graph.unsqueeze(x, 0), 0), 2, 3)).containsExactly(X);
  }

  @Test
  void transposePermutesAxes() {
    assertThat(run((graph, x) -> graph.transpose(x, 1, 0), 3, 2))
        .containsExactly(X[0], X[3], X[1], X[4], X[2], X[5]);
  }

  @Test
  void concatJoinsAndSplitCuts() {
    assertThat(
            run((graph, x) -> graph.concat(1, graph.split(x, 1, 1, 2).toArray(new Value[0])), 2, 3))
        .containsExactly(X);
    assertThat(run((graph, x) -> graph.split(x, 1, 1, 2).get(1), 2, 2))
        .containsExactly(X[1], X[2], X[4], X[5]);
  }

  @Test
  void sliceCountsFromEitherEnd() {
    assertThat(run((graph, x) -> graph.slice(x, 1, -2, 3), 2, 2))
        .containsExactly(X[1], X[2], X[4], X[5]);
    assertThat(run((graph, x) -> graph.slice(x, 0, graph.integers(1), graph.shape(x, 0, 1)), 1, 3))
        .containsExactly(X[3], X[4], X[5]);
  }

  @Test
  void expandRepeatsToAShapeOfTheGraph() {
    Tensor one = Tensor.float32(new float[] {7}, 1, 1);
    assertThat(run((graph, x) -> graph.expand(graph.weight("w", one), graph.shape(x, 0, 2)), 2, 3))
        .containsExactly(7, 7, 7, 7, 7, 7);
  }

  @Test
  void whereChoosesByACondition() {
    assertThat(
            run(
                (graph, x) ->
                    graph.where(graph.equal(x, graph.scalar(0)), graph.scalar(9), graph.relu(x)),
                2,
                3))
        .containsExactly(0, 0, 0, 9, 0.5f, 2);
  }

  @Test
  void castTruncatesToIntegers() {
    assertThat(
            run(
                (graph, x) -> graph.cast(graph.cast(x, ElementType.INT64), ElementType.FLOAT32),
                2,
                3))
        .containsExactly(-3, -1, 0, 0, 0, 2);
  }

  /** Runs an operator on X and checks the result's shape. */
  private float[] run(BiFunction<GraphBuilder, Value, Value> operator, long... expectedShape) {
    GraphBuilder graph = new GraphBuilder();
    Value x = graph.input(TensorInfo.float32("x", "2", "3"));
    String[] dimensions =
        Arrays.stream(expectedShape).mapToObj(Long::toString).toArray(String[]::new);
    graph.output(TensorInfo.float32("result", dimensions), operator.apply(graph.scope("test"), x));
    Path file = folder.resolve("operator" + files++ + ".onnx");
    graph.write(file, new ModelMetadata("operator", "", "test", Map.of()));
    try (GraphRunner runner = new GraphRunner(file)) {
      GraphRunner.Output result = runner.feed("x", X, 2, 3).run().get("result");
      assertThat(result.shape()).isEqualTo(expectedShape);
      return result.values();
    }
  }

  /** By the series of Abramowitz and Stegun 7.1.6, exact in double precision for small x. */
  private static double erf(double x) {
    double term = x;
    double sum = x;
    for (int n = 1; n < 200; n++) {
      term *= 2 * x * x / (2 * n + 1);
      sum += term;
    }
    return 2 / Math.sqrt(Math.PI) * Math.exp(-x * x) * sum;
  }
}
