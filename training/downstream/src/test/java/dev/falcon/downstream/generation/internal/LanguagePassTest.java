// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The language loss by which BLIP-2's second stage learns, against Hugging Face's number, and its
 * gradient against differences of the loss, with a tiny OPT of random weights.
 */
class LanguagePassTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("falcon.testdata", "absent"), "frameworks", "blip2-tiny");
  private static final int ROWS = 2;

  private JsonNode golden;
  private float[] pixels;
  private long[][] texts;
  private Torch torch;
  private LanguagePass pass;
  private Map<String, float[]> values;

  @BeforeEach
  void open() {
    assumeTrue(Files.isDirectory(FOLDER), "there is no " + FOLDER);
    JsonNode all = Json.readTree(FOLDER.resolve("stage2-golden.json"));
    golden = all.get("opt");
    texts = Json.mapper().convertValue(golden.get("text_ids"), long[][].class);
    pixels = new float[ROWS * 3 * 16 * 16];
    int at = 0;
    for (JsonNode image : all.get("pixel_values")) {
      for (JsonNode channel : image) {
        for (JsonNode row : channel) {
          for (JsonNode value : row) {
            pixels[at++] = value.floatValue();
          }
        }
      }
    }
    torch = Torch.open("cpu", 1);
    pass = new LanguagePass(Stage2Config.read(FOLDER.resolve("opt-config.json")));
    values = new LinkedHashMap<>();
    try (SafeTensors file = SafeTensors.open(FOLDER.resolve("opt.safetensors"))) {
      for (ParameterLayout.Entry entry : layout().entries()) {
        values.put(entry.name(), file.floats(entry.name()));
      }
    }
  }

  @AfterEach
  void close() {
    if (torch != null) {
      torch.close();
    }
  }

  private ParameterLayout layout() {
    return pass.layout(Initialisation.NORMAL);
  }

  private NDArray loss(NDManager manager, Weights weights, int given) {
    NDArray images = Torch.floats(manager, pixels, ROWS, 3, 16, 16);
    LanguagePass.Predicted predicted =
        pass.predicted(weights, pass.prompts(weights, images, 0), texts, given);
    return Likelihood.even(manager, predicted.logits(), predicted.labels()).loss();
  }

  private float loss(Map<String, float[]> at) {
    try (Parameters parameters = new Parameters(torch.manager(), layout(), at, false)) {
      return TensorScope.within(
          torch.manager(), manager -> loss(manager, parameters.untrained(), 0).getFloat());
    }
  }

  @Test
  void theLossIsTheReferences() {
    assertThat((double) loss(values)).isCloseTo(golden.get("loss").doubleValue(), within(1e-5));
  }

  /** Along a tensor's own gradient the loss climbs as steeply as that is long. */
  @Test
  void theGradientIsTheLossesSlope() {
    Map<String, float[]> gradients;
    try (Parameters parameters = new Parameters(torch.manager(), layout(), values, true)) {
      TensorScope.within(
          torch.manager(),
          manager -> torch.differentiate(() -> loss(manager, parameters.weights(), 0)));
      gradients = parameters.gradients();
    }
    assertThat(gradients.keySet())
        .contains("query_tokens", "vision_model.post_layernorm.weight", "language_projection.bias")
        .anyMatch(name -> name.startsWith("qformer."))
        .noneMatch(name -> name.startsWith("language_model."))
        .noneMatch(name -> name.startsWith("vision_model.encoder"));
    Set<String> steep = new TreeSet<>();
    gradients.forEach(
        (name, gradient) -> {
          double norm =
              Math.sqrt(
                  DoubleStream.iterate(0, i -> i < gradient.length, i -> i + 1)
                      .map(i -> gradient[(int) i] * gradient[(int) i])
                      .sum());
          if (norm < 1e-3) {
            return; // too flat to be told from rounding
          }
          double step = 4e-3 / Math.max(1, norm);
          double slope =
              (loss(moved(name, gradient, step / norm)) - loss(moved(name, gradient, -step / norm)))
                  / (2 * step);
          assertThat(slope).as(name).isCloseTo(norm, within(2e-4 + 0.02 * norm));
          steep.add(name);
        });
    // Biases of keys have no gradient.
    assertThat(steep).hasSizeGreaterThan(gradients.size() * 3 / 4);
  }

  private Map<String, float[]> moved(String name, float[] along, double by) {
    Map<String, float[]> other = new LinkedHashMap<>(values);
    float[] moved = values.get(name).clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += (float) (by * along[i]);
    }
    other.put(name, moved);
    return other;
  }

  @Test
  void promptTokensAreNotPredicted() {
    try (Parameters parameters = new Parameters(torch.manager(), layout(), values, false)) {
      int[] predicted =
          TensorScope.within(
              torch.manager(),
              manager -> {
                NDArray images = Torch.floats(manager, pixels, ROWS, 3, 16, 16);
                NDArray prompts = pass.prompts(parameters.untrained(), images, 0);
                return new int[] {
                  pass.predicted(parameters.untrained(), prompts, texts, 0).labels().length,
                  pass.predicted(parameters.untrained(), prompts, texts, 2).labels().length
                };
              });
      long words =
          Arrays.stream(texts).flatMapToLong(Arrays::stream).filter(token -> token != 1).count();
      assertThat(predicted).containsExactly((int) words, (int) words - 2 * ROWS);
    }
  }
}
