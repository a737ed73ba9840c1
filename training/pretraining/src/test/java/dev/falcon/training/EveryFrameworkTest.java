// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.space.SpaceSimilarities;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.FrameworkKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TargetFactory;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.Softmax;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.internal.store.SafeTensors;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.RunFolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What FALCON's loop relies on, of every framework alike. */
class EveryFrameworkTest {
  private static final int ROWS = 5;

  /** One of every framework that is known, for a CPU. */
  static final List<String> PRESETS =
      FrameworkKind.all().stream().flatMap(kind -> kind.presets().stream().limit(1)).toList();

  private static final Vocabulary VOCABULARY = new Vocabulary(20, 0, 2, 4);

  @TempDir private Path folder;

  private static TrainConfig config(String preset, String... overrides) {
    try {
      Path tiny = Path.of(EveryFrameworkTest.class.getResource("/tiny.yaml").toURI());
      List<String> all = new ArrayList<>(List.of("model.projection=16"));
      all.addAll(List.of(overrides));
      return ConfigReader.read(preset, tiny, all);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A framework with weights and a batch. */
  private interface Use {
    void with(Torch torch, Framework framework, Parameters parameters, BatchInputs batch);
  }

  private static void use(String preset, Use use) {
    TrainConfig config = config(preset);
    Framework framework = Frameworks.of(config, VOCABULARY);
    RandomStream random = RandomStream.of(1, "values");
    Map<String, float[]> first = framework.layout().initialise(3);
    // Output layers that begin with zeros would hide what the rest does.
    first.forEach(
        (name, values) -> {
          if (values.length > 1) {
            for (int i = 0; i < values.length; i++) {
              values[i] += (float) (0.05 * random.nextGaussian());
            }
          }
        });
    long[][] captions = {
      {5, 6, 7, 1, 0}, {8, 9, 1, 0, 0}, {10, 11, 12, 13, 1}, {5, 14, 1, 0, 0}, {6, 1, 0, 0, 0}
    };
    int size = config.model().imageSize();
    float[] pixels = new float[ROWS * 3 * size * size];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), framework.layout(), first, true);
        TensorScope memory = TensorScope.open(torch.manager())) {
      BatchInputs batch =
          BatchInputs.of(
              memory.manager(),
              pixels,
              size,
              captions,
              framework.corrupt(captions, RandomStream.of(7, "mask")),
              added -> framework.corrupt(added, random),
              VOCABULARY);
      use.with(torch, framework, parameters, batch);
    }
  }

  private static Losses losses(Framework framework, Parameters parameters, BatchInputs batch) {
    TargetFactory targets = vectors -> new Unpaired();
    return framework.losses(parameters.untrained(), batch, targets, 11);
  }

  /** Contrast alone, no pairs. */
  private static final class Unpaired implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return new Softmax().of(vectors);
    }

    @Override
    public List<LabelledPair> pairs() {
      return List.of();
    }
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void heldWeightsGiveNoReward(String preset) {
    use(
        preset,
        (torch, framework, parameters, batch) -> {
          Losses losses = losses(framework, parameters, batch);
          float[] again =
              framework
                  .generative(parameters.untrained(), batch, losses.decision(), 11)
                  .perToken()
                  .toFloatArray();
          assertThat(again).isEqualTo(losses.generative().perToken().toFloatArray());
          assertThat(framework.generativeMean(again, losses.generative().rows()))
              .isCloseTo(losses.generative().mean().getFloat(), within(1e-6));
          assertThat(losses.terms()).containsKey(framework.generativeTerm());
        });
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void equalSeedsGiveEqualNumbers(String preset) {
    use(
        preset,
        (torch, framework, parameters, batch) ->
            assertThat(losses(framework, parameters, batch).total().getFloat())
                .isEqualTo(losses(framework, parameters, batch).total().getFloat()));
  }

  /** The slope along the gradient, by differences of the total loss. */
  @ParameterizedTest
  @FieldSource("PRESETS")
  void gradientsAreTheLossesSlope(String preset) {
    use(
        preset,
        (torch, framework, parameters, batch) -> {
          torch.differentiate(
              () ->
                  framework
                      .losses(parameters.weights(), batch, vectors -> new Unpaired(), 11)
                      .total());
          Map<String, float[]> gradients = parameters.gradients();
          double squares = 0;
          for (float[] gradient : gradients.values()) {
            for (float value : gradient) {
              squares += (double) value * value;
            }
          }
          double step = 5e-4 / Math.sqrt(squares);
          double up = shifted(torch, framework, parameters, gradients, step, batch);
          double down = shifted(torch, framework, parameters, gradients, -step, batch);
          assertThat((up - down) / (2 * step * squares)).isCloseTo(1, within(0.02));
        });
  }

  private static double shifted(
      Torch torch,
      Framework framework,
      Parameters parameters,
      Map<String, float[]> gradients,
      double step,
      BatchInputs batch) {
    Map<String, float[]> values = parameters.copy();
    gradients.forEach(
        (name, gradient) -> {
          for (int i = 0; i < gradient.length; i++) {
            values.get(name)[i] += (float) (step * gradient[i]);
          }
        });
    try (Parameters moved = new Parameters(torch.manager(), framework.layout(), values, false)) {
      return losses(framework, moved, batch).total().getFloat();
    }
  }

  /** What batches are composed from is what the network itself finds similar. */
  @ParameterizedTest
  @FieldSource("PRESETS")
  void cachedVectorsAreUnitVectorsWhoseCosinesMakeTheSpace(String preset) {
    use(
        preset,
        (torch, framework, parameters, batch) -> {
          NDArray images = framework.images(parameters.untrained(), batch.images()).vectors();
          NDArray texts =
              framework
                  .captions(parameters.untrained(), batch.captions(), batch.tokens())
                  .vectors();
          assertThat(losses(framework, parameters, batch).vectors().images().toFloatArray())
              .containsExactly(images.toFloatArray(), within(1e-6f));
          int perImage = framework.vectors().perImage();
          float[] cosines = BatchVectors.ofImages(images, texts, perImage).toFloatArray();
          SpaceSimilarities space = new SpaceSimilarities(1);
          space.compute(
              new SpaceVectors(
                  images.toFloatArray(),
                  texts.toFloatArray(),
                  ROWS,
                  framework.vectors().width(),
                  perImage));
          for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < ROWS; j++) {
              if (i == j) {
                continue; // a sample is no candidate of its own
              }
              assertThat(space.row(i)[j])
                  .isCloseTo(cosines[i * ROWS + j] + cosines[j * ROWS + i], within(1e-5f));
            }
          }
        });
  }

  @ParameterizedTest
  @FieldSource("PRESETS")
  void resumesBitByBitAndTheModelGivesTheSameNumbers(String preset) throws IOException {
    resumes(config(preset, "scheduler=stabilised"));
  }

  @Test
  void soDoesARunWhoseDecoderHasFewWords() throws IOException {
    resumes(config("siglip2-tiny", "scheduler=stabilised", "model.decoder_words=8"));
    try (SafeTensors weights =
        SafeTensors.open(
            Checkpoints.newest(new RunFolder(folder.resolve("whole"))).orElseThrow().file())) {
      String words = "decoder.token_embedding.weight";
      String name = weights.names().stream().filter(n -> n.endsWith(words)).findFirst().get();
      assertThat(weights.shape(name))
          .as("eight, padding, all others, what is told")
          .containsExactly(11, 16);
    }
  }

  private void endsAsTheWhole() throws IOException {
    for (String file : List.of("metrics.jsonl", "result.json")) {
      assertThat(Files.readString(folder.resolve("parts").resolve(file)))
          .isEqualTo(Files.readString(folder.resolve("whole").resolve(file)));
    }
  }

  private void resumes(TrainConfig config) throws IOException {
    TinyRuns.train(config, folder, "whole", () -> false);
    AtomicInteger steps = new AtomicInteger();
    TinyRuns.train(config, folder, "parts", () -> steps.incrementAndGet() == 11);
    TinyRuns.train(config, folder, "parts", () -> false);
    endsAsTheWhole();
    // As a kill between the log's last line and the result leaves it.
    Files.delete(folder.resolve("parts").resolve("result.json"));
    TinyRuns.train(config, folder, "parts", () -> false);
    endsAsTheWhole();
    ExportResult exported =
        Exporter.export(
            new ExportRequest(
                folder.resolve("whole"),
                new CheckpointChoice.Newest(),
                folder.resolve("model"),
                false));
    assertThat(exported.differences())
        .containsKeys("vision_model.onnx", "text_model.onnx", "scheduler.onnx")
        .allSatisfy((file, difference) -> assertThat(difference).isBetween(0.0, 1e-5));
  }

  /** A step moves everything that learns, and nothing that is frozen. */
  @ParameterizedTest
  @FieldSource("PRESETS")
  void aStepLeavesWhatIsFrozen(String preset) {
    use(
        preset,
        (torch, framework, parameters, batch) -> {
          Map<String, float[]> before = parameters.copy();
          try (AdamW optimiser =
              new AdamW(
                  torch.manager(), parameters, new AdamW.Settings(0.9, 0.999, 1e-8, 0.1, 0))) {
            torch.differentiate(
                () ->
                    framework
                        .losses(parameters.weights(), batch, vectors -> new Matched(), 11)
                        .total());
            optimiser.step(0.01);
          }
          Map<String, float[]> after = parameters.copy();
          for (ParameterLayout.Entry entry : framework.layout().entries()) {
            boolean held = Arrays.equals(before.get(entry.name()), after.get(entry.name()));
            boolean unused = entry.name().endsWith("logit_bias"); // a softmax does not see it
            assertThat(held).as(entry.name()).isEqualTo(entry.frozen() || unused);
          }
        });
  }

  /** Contrast, and each caption with its own image and the next one. */
  private static final class Matched implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return new Softmax().of(vectors);
    }

    @Override
    public List<LabelledPair> pairs() {
      List<LabelledPair> pairs = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        pairs.add(new LabelledPair(row, row, true));
        pairs.add(new LabelledPair((row + 1) % ROWS, row, false));
      }
      return pairs;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"siglip2", "blip2"})
  void momentumIsAlbefsAlone(String framework) {
    assertThatThrownBy(() -> config(framework + "-tiny", "method.name=albef"))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "method.name: albef's loss, momentum, needs a queue of earlier pairs; model.framework"
                + " must be albef; framework="
                + framework);
    assertThatThrownBy(() -> config(framework + "-tiny", "objective.loss=momentum"))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("objective.loss: momentum needs a queue of earlier pairs; ");
  }

  @Test
  void blip2ComparesNoImagesWithImages() {
    assertThatThrownBy(() -> config("blip2-tiny", "objective.loss=cyclip"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.loss: cyclip compares images");
    assertThatThrownBy(() -> config("blip2-tiny", "objective.loss={name: soft, belief: momentum}"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("objective.loss: soft compares images");
  }

  @Test
  void everySecondLayerOfTheQFormerCrosses() {
    assertThatThrownBy(() -> config("blip2-tiny", "model.text.layers=4"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("model.fusion_layers must be 2")
        .hasMessageContaining("fusion_layers=1");
    assertThatThrownBy(() -> config("blip2-tiny", "model.text_norm=pre"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("text_norm=pre");
  }

  @Test
  void queriesAreBlip2s() {
    assertThatThrownBy(() -> config("blip2-tiny", "model.queries=0"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("model.queries must be at least 1; model.queries=0");
    assertThatThrownBy(() -> config("scenes-tiny", "model.queries=8"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no key is called model.queries");
  }

  @Test
  void siglipsCaptionsHaveOneLength() {
    assertThatThrownBy(() -> config("siglip2-tiny", "data.text.held_tokens=12"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("held_tokens=12, max_tokens=16");
  }
}
