// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepSettings;
import dev.falcon.training.internal.tensor.Tape;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes in parts, with blocks that are worked out again, and with few bits, beside plain ones. */
class StepSettingsTest {
  private static final int ROWS = 7;
  private static final Vocabulary VOCABULARY = new Vocabulary(20, 0, 2, 4);
  private static final long DROPOUT = 11;

  /** A loss and what it makes of the weights. */
  private record Pass(float loss, Map<String, float[]> gradients) {
    /** The length of the difference of all gradients over the length of these. */
    double distance(Pass other) {
      double squares = 0;
      double differences = 0;
      for (Map.Entry<String, float[]> gradient : gradients.entrySet()) {
        float[] others = other.gradients.get(gradient.getKey());
        for (int i = 0; i < others.length; i++) {
          double value = gradient.getValue()[i];
          squares += value * value;
          differences += (value - others[i]) * (value - others[i]);
        }
      }
      return Math.sqrt(differences / squares);
    }
  }

  /** GRIT's contrast, every own pair, and two others of each row: all terms that there are. */
  private static class AllTerms implements ObjectiveTargets {
    private final List<LabelledPair> pairs = new ArrayList<>();

    AllTerms() {
      for (int row = 0; row < ROWS; row++) {
        pairs.add(new LabelledPair(row, row, true));
        pairs.add(new LabelledPair((row + 3) % ROWS, row, false));
        pairs.add(new LabelledPair(row, (row + 5) % ROWS, false));
      }
    }

    @Override
    public NDArray contrast(BatchVectors vectors) {
      return Contrastive.loss(vectors, 0.2f);
    }

    @Override
    public List<LabelledPair> pairs() {
      return pairs;
    }
  }

  /** The same with a contrast of which nothing is held, so that its gradient is its slope. */
  private static final class AllSlopes extends AllTerms {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return vectors.images().mean().add(vectors.texts().mean());
    }
  }

  private static final class Use implements AutoCloseable {
    private Supplier<ObjectiveTargets> decision = AllTerms::new;
    private final Framework framework;
    private final Torch torch = Torch.open("cpu", 1);
    private final Parameters parameters;
    private final TensorScope memory;
    private final BatchInputs batch;

    Use(TrainConfig config) {
      framework = Frameworks.of(config, VOCABULARY);
      RandomStream random = RandomStream.of(1, "values");
      Map<String, float[]> first = framework.layout().initialise(3);
      first.values().forEach(values -> shake(values, random));
      parameters = new Parameters(torch.manager(), framework.layout(), first, true);
      memory = TensorScope.open(torch.manager());
      long[][] captions = {
        {5, 6, 7, 1, 0},
        {8, 9, 1, 0, 0},
        {10, 11, 12, 13, 1},
        {5, 14, 1, 0, 0},
        {6, 1, 0, 0, 0},
        {15, 16, 6, 1, 0},
        {7, 8, 1, 0, 0}
      };
      int size = config.model().imageSize();
      float[] pixels = new float[ROWS * 3 * size * size];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (float) random.nextGaussian();
      }
      batch =
          BatchInputs.of(
              memory.manager(),
              pixels,
              size,
              captions,
              framework.corrupt(captions, RandomStream.of(7, "mask")),
              added -> framework.corrupt(added, random),
              VOCABULARY);
    }

    /** Output layers that begin with zeros would hide what the rest does. */
    private static void shake(float[] values, RandomStream random) {
      for (int i = 0; values.length > 1 && i < values.length; i++) {
        values[i] += (float) (0.05 * random.nextGaussian());
      }
    }

    Pass learning(StepSettings passes) {
      float loss =
          TensorScope.within(
              torch.manager(),
              manager -> {
                Tape tape = new Tape(manager);
                return torch.differentiate(
                    () ->
                        framework
                            .losses(
                                parameters.weights(passes, tape),
                                batch,
                                vectors -> decision.get(),
                                DROPOUT)
                            .total(),
                    tape);
              });
      return new Pass(loss, parameters.gradients());
    }

    /** The loss in a pass without gradients. */
    float looking(StepSettings passes) {
      return TensorScope.within(
          torch.manager(),
          manager ->
              framework
                  .losses(parameters.untrained(passes), batch, vectors -> decision.get(), DROPOUT)
                  .total()
                  .getFloat());
    }

    @Override
    public void close() {
      memory.close();
      parameters.close();
      torch.close();
    }
  }

  private static Use use(String preset, String... overrides) {
    List<String> keys = new ArrayList<>(List.of(overrides));
    keys.add("model.projection=16");
    keys.add("model.vision.layers=2");
    keys.add("model.text.layers=2");
    keys.add("model.fusion_layers=" + (preset.equals("blip2-tiny") ? 1 : 2));
    return new Use(TinyRuns.of(preset, keys.toArray(String[]::new)));
  }

  @ParameterizedTest
  @CsvSource({
    "scenes-tiny, pre, 3, false",
    "scenes-tiny, pre, 1, true",
    "scenes-tiny, pre, 7, true",
    "scenes-tiny, post, 2, false",
    "scenes-tiny, post, 1, true",
    "scenes-tiny, post, 4, true",
    "siglip2-tiny, pre, 3, false",
    "siglip2-tiny, pre, 1, true",
    "siglip2-tiny, pre, 4, true",
    "blip2-tiny, post, 3, false",
    "blip2-tiny, post, 1, true",
    "blip2-tiny, post, 4, true"
  })
  void gradientsAreThoseOfThePlainPass(String preset, String norm, int parts, boolean recompute) {
    try (Use use = use(preset, "model.text_norm=" + norm)) {
      Pass plain = use.learning(StepSettings.PLAIN);
      StepSettings passes = new StepSettings(parts, recompute, false);
      Pass other = use.learning(passes);
      assertThat(other.loss()).isCloseTo(plain.loss(), within(2e-6f * plain.loss()));
      assertThat(plain.distance(other)).isLessThan(2e-6);
      assertThat(use.learning(passes).gradients())
          .usingRecursiveComparison()
          .isEqualTo(other.gradients());
    }
  }

  /** What a pass drops it drops again: in the backward pass, and where no gradient is wanted. */
  @ParameterizedTest
  @CsvSource({
    "scenes-tiny, 3, false",
    "scenes-tiny, 1, true",
    "scenes-tiny, 2, true",
    "blip2-tiny, 1, false",
    "blip2-tiny, 3, false",
    "blip2-tiny, 2, true"
  })
  void droppedValuesAreTheSameInEveryPass(String preset, int parts, boolean recompute) {
    try (Use use = use(preset, "model.dropout=0.3")) {
      use.decision = AllSlopes::new;
      StepSettings passes = new StepSettings(parts, recompute, false);
      Pass pass = use.learning(passes);
      assertThat(use.looking(passes)).isEqualTo(pass.loss());
      // The slope along the gradient, by differences.
      double squares = 0;
      for (float[] gradient : pass.gradients().values()) {
        for (float value : gradient) {
          squares += (double) value * value;
        }
      }
      double step = 5e-4 / Math.sqrt(squares);
      double up = shifted(use, passes, pass.gradients(), step);
      double down = shifted(use, passes, pass.gradients(), -step);
      assertThat((up - down) / (2 * step * squares)).isCloseTo(1, within(0.03));
    }
  }

  private static double shifted(
      Use use, StepSettings passes, Map<String, float[]> direction, double step) {
    Map<String, float[]> values = use.parameters.copy();
    Map<String, float[]> moved = use.parameters.copy();
    direction
        .keySet()
        .forEach(
            name -> {
              float[] value = moved.get(name);
              for (int i = 0; i < value.length; i++) {
                value[i] += (float) (step * direction.get(name)[i]);
              }
            });
    use.parameters.set(moved);
    double loss = use.looking(passes);
    use.parameters.set(values);
    return loss;
  }

  /** Eight significant bits are wrong by 2^-9 at most, each product and each input. */
  @ParameterizedTest
  @ValueSource(strings = {"scenes-tiny", "siglip2-tiny", "blip2-tiny"})
  void fewBitsGiveNearlyTheSameGradients(String preset) {
    try (Use use = use(preset)) {
      Pass plain = use.learning(StepSettings.PLAIN);
      Pass few = use.learning(new StepSettings(1, false, true));
      assertThat(few.loss()).isNotEqualTo(plain.loss()).isCloseTo(plain.loss(), within(0.02f));
      assertThat(plain.distance(few)).isBetween(1e-4, 0.03);
      Pass parted = use.learning(new StepSettings(3, true, true));
      assertThat(few.distance(parted)).isLessThan(0.02);
    }
  }
}
