package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.EncoderConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.NormPlacement;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.model.Albef;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepMemory;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectiveTest {
  private static final Vocabulary WORDS = new Vocabulary(11, 0, 1, 2);
  private static final int ROWS = 4;

  private Torch torch;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private static ModelConfig tiny(NormPlacement norm) {
    return new ModelConfig(
        8,
        4,
        new EncoderConfig(12, 2, 1, 16, 1e-6f),
        new EncoderConfig(8, 2, 1, 16, 1e-6f),
        1,
        norm,
        6,
        0,
        5,
        new TemperatureConfig(0.5f, 0.01f, 1),
        Initialisation.FAN_IN);
  }

  private BatchInputs batch(StepMemory memory) {
    RandomStream random = RandomStream.of(3, "pixels");
    float[] pixels = new float[ROWS * 3 * 8 * 8];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    long[][] captions = {
      {1, 3, 4, 5, 0, 0}, {1, 6, 7, 0, 0, 0}, {1, 8, 9, 10, 3, 4}, {1, 5, 5, 6, 7, 0}
    };
    MaskedTokens hidden = MaskedTokens.draw(captions, WORDS, 0.5, RandomStream.of(5, "mask"));
    return BatchInputs.of(memory.manager(), pixels, 8, captions, hidden, WORDS);
  }

  private double loss(Albef network, Map<String, float[]> values, Negatives negatives) {
    try (Parameters parameters = new Parameters(torch.manager(), network.layout(), values, false);
        StepMemory memory = StepMemory.open(torch.manager())) {
      Objective objective = new Objective(network, 0.2f, torch);
      Objective.Losses losses =
          objective.losses(parameters.weights(), batch(memory), (texts, images) -> negatives, 1);
      return losses.matching().getFloat() + losses.words().getFloat();
    }
  }

  /** The contrastive loss detaches one side, so its gradient is not that of its value. */
  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void gradientsOfMatchingAndWordsAgreeWithFiniteDifferences(NormPlacement norm) {
    Albef network = new Albef(tiny(norm), WORDS.size());
    Map<String, float[]> values = network.layout().initialise(7);
    Negatives negatives = new Negatives(new int[] {1, 2, 3, 0}, new int[] {2, 3, 0, 1});
    Map<String, float[]> gradients;
    try (Parameters parameters = new Parameters(torch.manager(), network.layout(), values, true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0, 0, 1, 0, 0))) {
      try (StepMemory memory = StepMemory.open(torch.manager())) {
        Objective objective = new Objective(network, 0.2f, torch);
        torch.differentiate(
            () -> {
              Objective.Losses losses =
                  objective.losses(
                      parameters.weights(), batch(memory), (texts, images) -> negatives, 1);
              return losses.matching().add(losses.words());
            });
      }
      // With beta1 = 0 the first moment is the gradient.
      optimiser.step(0);
      gradients = parameters.unflatten(optimiser.moments(), "mean.");
    }
    RandomStream random = RandomStream.of(11, "probe");
    double step = 1e-2;
    int probes = 0;
    for (ParameterLayout.Entry entry : network.layout().entries()) {
      float[] data = values.get(entry.name());
      int at = random.nextInt(data.length);
      float before = data[at];
      data[at] = (float) (before + step);
      double above = loss(network, values, negatives);
      data[at] = (float) (before - step);
      double below = loss(network, values, negatives);
      data[at] = before;
      double slope = (above - below) / (2 * step);
      assertThat((double) gradients.get(entry.name())[at])
          .as(entry + " at " + at)
          .isCloseTo(slope, within(2e-3 + 0.03 * Math.abs(slope)));
      probes += Math.abs(slope) > 1e-3 ? 1 : 0;
    }
    assertThat(probes).as("parameters whose gradient is felt").isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void theWordLossesAloneAreThoseOfTheWholePass(NormPlacement norm) {
    Albef network = new Albef(tiny(norm), WORDS.size());
    try (Parameters parameters =
            new Parameters(
                torch.manager(), network.layout(), network.layout().initialise(7), false);
        StepMemory memory = StepMemory.open(torch.manager())) {
      Objective objective = new Objective(network, 0.2f, torch);
      BatchInputs batch = batch(memory);
      NDArray whole =
          objective
              .losses(
                  parameters.weights(),
                  batch,
                  (texts, images) -> Negatives.hardest(texts, images, ROWS),
                  9)
              .wordLosses();
      NDArray alone = objective.wordLosses(parameters.weights(), batch, 9);
      assertThat(alone.toFloatArray()).containsExactly(whole.toFloatArray());
    }
  }
}
