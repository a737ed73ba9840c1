// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.Sigmoid;
import dev.falcon.training.internal.loss.Softmax;
import dev.falcon.training.internal.loss.objective.ContrastiveLoss;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both towers, both contrasts, the decoder and all gradients against the numbers of Hugging Face's
 * {@code SiglipModel} and of CapPa's arithmetic, on a tiny network of random weights.
 */
class SiglipGoldenTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("falcon.testdata", "absent"), "frameworks", "siglip-tiny");
  private static final EncoderShape TOWER = new EncoderShape(16, 2, 2, 32, 1e-6f);
  private static final ModelConfig CONFIG =
      new ModelConfig(
          "siglip2",
          16,
          8,
          TOWER,
          TOWER,
          2,
          NormPlacement.PRE,
          8,
          0,
          16,
          new TemperatureConfig(0.1f, 0.005f, 1),
          Initialisation.FAN_IN,
          0,
          0);
  private static final int VOCABULARY = 30;

  private final SiglipFramework framework =
      new SiglipFramework(CONFIG, new Vocabulary(VOCABULARY, 0, 2, 3), 1);
  private JsonNode golden;
  private Torch torch;
  private Parameters parameters;
  private TensorScope memory;

  @BeforeEach
  void open() {
    assumeTrue(Files.isDirectory(FOLDER), "there is no " + FOLDER);
    golden = Json.readTree(FOLDER.resolve("golden.json"));
    torch = Torch.open("cpu", 1);
    Map<String, float[]> first = framework.layout().initialise(1);
    first.putAll(framework.imageWeights(FOLDER));
    first.putAll(framework.textWeights(FOLDER));
    try (SafeTensors decoder = SafeTensors.open(FOLDER.resolve("decoder.safetensors"))) {
      for (String name : decoder.names()) {
        assertThat(first).containsKey(name);
        first.put(name, decoder.floats(name));
      }
    }
    parameters = new Parameters(torch.manager(), framework.layout(), first, true);
    memory = TensorScope.open(torch.manager());
  }

  @AfterEach
  void close() {
    if (torch != null) {
      memory.close();
      parameters.close();
      torch.close();
    }
  }

  private long[][] ids() {
    return Json.mapper().convertValue(golden.get("input_ids"), long[][].class);
  }

  /** The batch, its captions told from the rows that are parallel. */
  private BatchInputs batch(boolean... parallel) {
    NDManager manager = memory.manager();
    long[][] ids = ids();
    long[][] fed = new long[ids.length][ids[0].length];
    int[] positions = new int[ids.length * ids[0].length];
    long[] targets = new long[positions.length];
    int predicted = 0;
    for (int row = 0; row < ids.length; row++) {
      if (parallel[row]) {
        Arrays.fill(fed[row], VOCABULARY);
      } else {
        System.arraycopy(ids[row], 0, fed[row], 1, ids[row].length - 1);
      }
      for (int place = 0; place < ids[row].length; place++) {
        if (ids[row][place] != 0) {
          positions[predicted] = row * ids[row].length + place;
          targets[predicted++] = ids[row][place];
        }
      }
    }
    return BatchInputs.of(
        manager,
        floats(golden.get("pixel_values")),
        16,
        ids,
        new Corruption(fed, Arrays.copyOf(positions, predicted), Arrays.copyOf(targets, predicted)),
        captions -> null,
        new Vocabulary(VOCABULARY, 0, 2, 3));
  }

  private static float[] floats(JsonNode tree) {
    if (!tree.isArray()) {
      return new float[] {tree.floatValue()};
    }
    int[] sizes = new int[tree.size()];
    float[][] parts = new float[sizes.length][];
    int total = 0;
    for (int i = 0; i < parts.length; i++) {
      parts[i] = floats(tree.get(i));
      total += parts[i].length;
    }
    float[] all = new float[total];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private static ObjectiveTargets decision(ContrastiveLoss contrast) {
    return new ObjectiveTargets() {
      @Override
      public NDArray contrast(BatchVectors vectors) {
        return contrast.of(vectors);
      }

      @Override
      public List<LabelledPair> pairs() {
        return List.of();
      }
    };
  }

  @Test
  void vectorsAndStatesAreTheReferences() {
    BatchInputs batch = batch(false, false, false, false);
    Weights weights = parameters.untrained();
    assertThat(framework.images(weights, batch.images()).states().toFloatArray())
        .containsExactly(floats(golden.get("vision_last_hidden_state")), within(1e-5f));
    assertThat(framework.images(weights, batch.images()).vectors().toFloatArray())
        .containsExactly(floats(golden.get("image_embeds")), within(1e-6f));
    assertThat(
            framework.captions(weights, batch.captions(), batch.tokens()).vectors().toFloatArray())
        .containsExactly(floats(golden.get("text_embeds")), within(1e-6f));
  }

  @ParameterizedTest
  @ValueSource(strings = {"softmax", "sigmoid"})
  void lossesAndGradientsAreTheReferences(String name) {
    BatchInputs batch = batch(false, false, false, false);
    ContrastiveLoss contrast = name.equals("softmax") ? new Softmax() : new Sigmoid();
    float loss =
        torch.differentiate(
            () ->
                framework
                    .losses(parameters.weights(), batch, vectors -> decision(contrast), 0)
                    .terms()
                    .get("contrast"));
    assertThat((double) loss)
        .isCloseTo(golden.get(name + "_loss").doubleValue(), within(5e-6 * Math.max(1, loss)));
    Map<String, float[]> gradients = new LinkedHashMap<>(parameters.gradients());
    golden
        .get("gradient_norms_" + name)
        .properties()
        .forEach(
            entry -> {
              double squares = 0;
              for (float value : gradients.get(entry.getKey())) {
                squares += (double) value * value;
              }
              double expected = entry.getValue().asDouble(0);
              assertThat(Math.sqrt(squares))
                  .as(entry.getKey())
                  .isCloseTo(expected, within(2e-5 * Math.max(1, expected)));
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"causal", "parallel", "mixed"})
  void theDecoderTellsAsTheReference(String name) {
    JsonNode expected = golden.get("decoder").get(name);
    boolean[] parallel = Json.mapper().convertValue(expected.get("parallel"), boolean[].class);
    BatchInputs batch = batch(parallel);
    Losses losses =
        framework.losses(parameters.untrained(), batch, vectors -> decision(new Softmax()), 0);
    assertThat((double) losses.generative().mean().getFloat())
        .isCloseTo(expected.get("mean_of_sentence_means").doubleValue(), within(5e-6));
    float[] all = floats(expected.get("token_losses"));
    long[] ids = Arrays.stream(ids()).flatMapToLong(Arrays::stream).toArray();
    float[] predicted = losses.generative().perToken().toFloatArray();
    int at = 0;
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != 0) {
        assertThat(predicted[at++]).isCloseTo(all[i], within(1e-5f));
      }
    }
    assertThat(at).isEqualTo(predicted.length);
  }

  /** Nothing is drawn from the engine, so that held weights give held losses, parallel rows too. */
  @Test
  void heldWeightsHoldTheDecodersLoss() {
    BatchInputs batch = batch(true, false, true, false);
    ObjectiveTargets decision = decision(new Softmax());
    Losses losses = framework.losses(parameters.untrained(), batch, vectors -> decision, 3);
    assertThat(
            framework
                .generative(parameters.untrained(), batch, decision, 3)
                .perToken()
                .toFloatArray())
        .isEqualTo(losses.generative().perToken().toFloatArray());
  }
}
