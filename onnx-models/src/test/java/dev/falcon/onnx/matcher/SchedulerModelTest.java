// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerModelTest {
  @TempDir Path folder;

  /** alpha = |s0 - s1|, beta = exp(s2), of three features. */
  private Path scheduler(boolean column) {
    TestGraph graph =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, 3)
            .floats("differences", new long[] {3, 1}, 1, -1, 0)
            .floats("last", new long[] {3, 1}, 0, 0, 1)
            .longs("axis", 1)
            .node("MatMul", "features differences", "difference")
            .node("MatMul", "features last", "third");
    if (column) {
      graph
          .output("beta", TestGraph.FLOAT, -1, 1)
          .output("alpha", TestGraph.FLOAT, -1, 1)
          .node("Abs", "difference", "alpha")
          .node("Exp", "third", "beta");
    } else {
      graph
          .output("alpha", TestGraph.FLOAT, -1)
          .output("beta", TestGraph.FLOAT, -1)
          .node("Abs", "difference", "size")
          .node("Exp", "third", "power")
          .node("Squeeze", "size axis", "alpha")
          .node("Squeeze", "power axis", "beta");
    }
    return graph.write(folder.resolve("scheduler.onnx"));
  }

  private SchedulerModel open(boolean column) {
    return SchedulerModel.open(scheduler(column), Sessions.onCpu());
  }

  @Test
  void givesOneDistributionARow() {
    for (boolean column : new boolean[] {false, true}) {
      try (SchedulerModel model = open(column)) {
        assertThat(model.featureCount()).isEqualTo(3);
        BetaParameters parameters = model.evaluate(new float[] {2, 1, 0, 0, 3, 0}, 2);
        assertThat(parameters.alpha()).containsExactly(1f, 3f);
        assertThat(parameters.beta()).containsExactly(1f, 1f);
        assertThat(model.evaluate(new float[0], 0).rows()).isZero();
      }
    }
  }

  @Test
  void refusesFeaturesOfAnotherNumber() {
    try (SchedulerModel model = open(false)) {
      assertThatThrownBy(() -> model.requireFeatureCount(100))
          .isInstanceOf(FalconException.class)
          .hasMessageEndingWith("scheduler.onnx: takes m=3 quantile features a row, and not 100");
      assertThatThrownBy(() -> model.evaluate(new float[8], 2))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("m=3")
          .hasMessageContaining("not 4");
      assertThatThrownBy(() -> model.evaluate(new float[7], 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("7 features are no 2 rows");
    }
  }

  @Test
  void refusesParametersThatAreNotOfABetaDistribution() {
    try (SchedulerModel model = open(false)) {
      assertThatThrownBy(() -> model.evaluate(new float[] {1, 2, 3, 1, 1, 3}, 2))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("alpha of row 1 is 0.0");
      assertThatThrownBy(() -> model.evaluate(new float[] {1, 2, 1000}, 1))
          .hasMessageContaining("beta of row 0 is Infinity");
      assertThatThrownBy(() -> model.evaluate(new float[] {Float.NaN, 2, 0}, 1))
          .hasMessageContaining("alpha of row 0 is NaN");
    }
  }

  @Test
  void refusesAGraphThatIsNoScheduler() {
    Path noBeta =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, 3)
            .output("alpha", TestGraph.FLOAT, -1, 3)
            .node("Abs", "features", "alpha")
            .write(folder.resolve("no-beta.onnx"));
    assertThatThrownBy(() -> SchedulerModel.open(noBeta, Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("alpha is float [rows] or [rows, 1]")
        .hasMessageContaining("[?, 3]");
    Path openWidth =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, -1)
            .output("alpha", TestGraph.FLOAT, -1, -1)
            .node("Abs", "features", "alpha")
            .write(folder.resolve("open-width.onnx"));
    assertThatThrownBy(() -> SchedulerModel.open(openWidth, Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("a fixed m");
    Path twoInputs =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, 3)
            .input("more", TestGraph.FLOAT, -1, 3)
            .output("alpha", TestGraph.FLOAT, -1, 3)
            .node("Add", "features more", "alpha")
            .write(folder.resolve("two-inputs.onnx"));
    assertThatThrownBy(() -> SchedulerModel.open(twoInputs, Sessions.onCpu()))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("a scheduler has one input");
  }

  /** Says one of a row and gives one of all, or fails when it runs. */
  @Test
  void refusesAGraphThatDoesNotKeepItsWord() {
    TestGraph sums =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, 3)
            .output("alpha", TestGraph.FLOAT, -1)
            .output("beta", TestGraph.FLOAT, -1)
            .longs("one", 1)
            .longs("two", 2)
            .floats("ones", new long[] {3, 1}, 1, 1, 1)
            .node("MatMul", "features ones", "sums");
    Path fails =
        sums.node("Reshape", "sums two", "alpha")
            .node("Reshape", "sums one", "beta")
            .write(folder.resolve("fails.onnx"));
    try (SchedulerModel model = SchedulerModel.open(fails, Sessions.onCpu())) {
      assertThatThrownBy(() -> model.evaluate(new float[] {1, 2, 3}, 1))
          .isInstanceOf(FalconException.class)
          .hasMessageContaining("fails.onnx: failed");
      assertThatThrownBy(() -> model.evaluate(new float[3], 2)).isInstanceOf(FalconException.class);
    }
    Path one =
        new TestGraph()
            .input("features", TestGraph.FLOAT, -1, 3)
            .output("alpha", TestGraph.FLOAT, -1)
            .output("beta", TestGraph.FLOAT, -1)
            .longs("all", 0, 1)
            .longs("one", 1)
            .node("ReduceSum", "features all", "sum", "keepdims", 0)
            .node("Reshape", "sum one", "alpha")
            .node("Reshape", "sum one", "beta")
            .write(folder.resolve("one.onnx"));
    try (SchedulerModel model = SchedulerModel.open(one, Sessions.onCpu())) {
      assertThat(model.evaluate(new float[] {1, 2, 3}, 1).alpha()).containsExactly(6);
      assertThatThrownBy(() -> model.evaluate(new float[] {1, 2, 3, 4, 5, 6}, 2))
          .isInstanceOf(FalconException.class)
          .hasMessage(one + ": output alpha has 1 values for 2 rows");
    }
  }
}
