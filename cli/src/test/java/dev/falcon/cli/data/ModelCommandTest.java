// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.Main;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import dev.falcon.onnx.graph.Tensor;
import dev.falcon.onnx.graph.TensorInfo;
import dev.falcon.onnx.graph.Value;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int falcon(String... arguments) {
    return Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private static String testData(String name) {
    Path path = Path.of(System.getProperty("falcon.testdata", "absent")).resolve(name);
    assumeThat(path).as("the test data folder has no " + name).exists();
    return path.toString();
  }

  /** A scheduler whose alpha is a multiple of its first feature, and whose beta is 1 more. */
  private String scheduler(String name, float factor) {
    GraphBuilder graph = new GraphBuilder();
    Value features = graph.input(TensorInfo.float32("features", "rows", "4"));
    Value weights = graph.weight("weights", Tensor.float32(new float[] {factor, 0, 0, 0}, 4, 1));
    Value alpha = graph.matMul(features, weights);
    graph.output(TensorInfo.float32("alpha", "rows", "1"), alpha);
    graph.output(TensorInfo.float32("beta", "rows", "1"), graph.add(alpha, graph.scalar(1)));
    Path file = folder.resolve(name).resolve("scheduler.onnx");
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    graph.write(file, new ModelMetadata("scheduler", "", "", Map.of()));
    return folder.resolve(name).toString();
  }

  @Test
  void inspectListsTheAbilitiesOfARealModel() {
    int exit = falcon("model", "inspect", testData("emoji-model"));

    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("model type    clip\n")
        .contains("vision_model.onnx  ")
        .contains("  takes       pixel_values float [?, 3, 64, 64]\n")
        .contains("  gives       text_embeds float [?, 64]\n")
        .contains(
            "pictures      to RGB, both sides to 64 x 64 (bicubic), divided by 255, mean [0.48")
        .contains("captions      cleaned as none\n")
        .contains("length        at most 16, padding auto with id 0\n")
        .contains("cpu           opens\n");
  }

  @Test
  void inspectPrintsJson() throws JsonProcessingException {
    int exit = falcon("model", "inspect", "--json", scheduler("a", 1));

    assertThat(exit).as(err.toString()).isZero();
    JsonNode inspection = Json.mapper().readTree(out.toString());
    JsonNode graph = inspection.path("graphs").path(0);
    assertThat(graph.path("file").asText()).isEqualTo("scheduler.onnx");
    assertThat(graph.path("opset").asLong()).isEqualTo(20);
    assertThat(graph.path("inputs").path(0).path("shape").toString()).isEqualTo("[-1,4]");
    assertThat(inspection.path("devices").path("cpu").asText()).isEqualTo("opens");
  }

  @Test
  void verifyRunsEveryPartOfARealModel() {
    String model = testData("datacomp-golden/model");
    int exit = falcon("model", "verify", model, "--device", "cpu", "--against", model);

    assertThat(exit).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("  passed  images: 8 vectors of 64\n")
        .contains("  passed  texts: 8 vectors of 64\n")
        .contains("  passed  vectors: pictures and captions can be compared\n")
        .contains("images                0.00   1.0000000\n");
  }

  @Test
  void verifyMeasuresHowFarTwoModelsAreApart() throws JsonProcessingException {
    String first = scheduler("a", 1);
    String second = scheduler("b", 2);
    int exit =
        falcon(
            "model",
            "verify",
            first,
            "--against",
            second,
            "--device",
            "cpu",
            "--tolerance",
            "0.001",
            "--json");

    assertThat(exit).as(err.toString()).isEqualTo(1);
    JsonNode verification = Json.mapper().readTree(out.toString());
    assertThat(verification.path("checks").path(0).path("passed").asBoolean()).isTrue();
    // The largest first feature of any made-up row is that of the flattest one.
    double difference =
        verification.path("comparisons").path(0).path("max_abs_difference").asDouble();
    assertThat(difference).isBetween(0.2, 0.25);
  }

  @Test
  void verifyNamesThePartThatFails() {
    int exit = falcon("model", "verify", scheduler("zero", 0), "--device", "cpu");

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString()).contains("  FAILED  scheduler: ").contains("alpha of row 0 is 0.0");
  }

  @Test
  void wrongRequestsExitWithTwo() {
    String model = scheduler("a", 1);
    assertThat(falcon("model", "verify", model, "--device", "tpu")).isEqualTo(2);
    assertThat(falcon("model", "inspect", model, "--precision", "../fp8")).isEqualTo(2);
    assertThat(falcon("model", "inspect", folder.resolve("absent").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("'tpu'").contains("'../fp8'").contains("no such folder");
  }
}
