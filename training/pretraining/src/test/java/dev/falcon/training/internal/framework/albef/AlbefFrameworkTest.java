// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.albef;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.config.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.framework.seam.Losses;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.ExtraSequence;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import dev.falcon.training.internal.framework.seam.TokenLosses;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.objective.Contrastive;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Negatives;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlbefFrameworkTest {
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
    return tiny(norm, 0);
  }

  private static ModelConfig tiny(NormPlacement norm, float dropout) {
    return new ModelConfig(
        8,
        4,
        new EncoderShape(12, 2, 1, 16, 1e-6f),
        new EncoderShape(8, 2, 1, 16, 1e-6f),
        1,
        norm,
        6,
        dropout,
        5,
        new TemperatureConfig(0.5f, 0.01f, 1),
        Initialisation.FAN_IN);
  }

  private BatchInputs batch(TensorScope memory) {
    RandomStream random = RandomStream.of(3, "pixels");
    float[] pixels = new float[ROWS * 3 * 8 * 8];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    long[][] captions = {
      {1, 3, 4, 5, 0, 0}, {1, 6, 7, 0, 0, 0}, {1, 8, 9, 10, 3, 4}, {1, 5, 5, 6, 7, 0}
    };
    Corruption hidden = MaskedTokens.draw(captions, WORDS, 0.5, RandomStream.of(5, "mask"));
    RandomStream again = RandomStream.of(6, "mask");
    return BatchInputs.of(
        memory.manager(),
        pixels,
        8,
        captions,
        hidden,
        added -> MaskedTokens.draw(added, WORDS, 0.5, again),
        WORDS);
  }

  /** A decision that is made already. */
  private record Made(List<LabelledPair> pairs, List<ExtraSequence> sequences)
      implements ObjectiveTargets {
    @Override
    public NDArray contrast(BatchVectors vectors) {
      return Contrastive.loss(vectors, 0.2f);
    }
  }

  private static Framework framework(ModelConfig config) {
    return new AlbefFramework(config, WORDS, 0.5);
  }

  private double loss(Framework framework, Map<String, float[]> values, ObjectiveTargets decision) {
    try (Parameters parameters =
            new Parameters(torch.manager(), framework.layout(), values, false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      Losses losses = framework.losses(parameters.weights(), batch(memory), v -> decision, 1);
      return losses.terms().get("itm").getFloat() + losses.terms().get("mlm").getFloat();
    }
  }

  /** The contrastive loss detaches one side, so its gradient is not that of its value. */
  @ParameterizedTest
  @EnumSource(NormPlacement.class)
  void gradientsOfMatchingAndWordsAgreeWithFiniteDifferences(NormPlacement norm) {
    Framework framework = framework(tiny(norm));
    Map<String, float[]> values = framework.layout().initialise(7);
    ObjectiveTargets decision =
        new Made(
            new Negatives(new int[] {1, 2, 3, 0}, new int[] {2, 3, 0, 1}).pairs(),
            List.of(new ExtraSequence(0, 3), new ExtraSequence(2, 0)));
    Map<String, float[]> gradients;
    try (Parameters parameters = new Parameters(torch.manager(), framework.layout(), values, true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0, 0, 1, 0, 0))) {
      try (TensorScope memory = TensorScope.open(torch.manager())) {
        torch.differentiate(
            () -> {
              Losses losses =
                  framework.losses(parameters.weights(), batch(memory), v -> decision, 1);
              return losses.terms().get("itm").add(losses.terms().get("mlm"));
            });
      }
      // With beta1 = 0 the first moment is the gradient.
      optimiser.step(0);
      gradients = parameters.unflatten(optimiser.moments(), "mean.");
    }
    RandomStream random = RandomStream.of(11, "probe");
    double step = 1e-2;
    int probes = 0;
    for (ParameterLayout.Entry entry : framework.layout().entries()) {
      float[] data = values.get(entry.name());
      int at = random.nextInt(data.length);
      float before = data[at];
      data[at] = (float) (before + step);
      double above = loss(framework, values, decision);
      data[at] = (float) (before - step);
      double below = loss(framework, values, decision);
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
    Framework framework = framework(tiny(norm));
    try (Parameters parameters =
            new Parameters(
                torch.manager(), framework.layout(), framework.layout().initialise(7), false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      BatchInputs batch = batch(memory);
      Losses whole =
          framework.losses(
              parameters.weights(),
              batch,
              new InBatch(
                      vectors -> Contrastive.loss(vectors, 0.2f),
                      new NegativeSampling(NegativeChoice.HARDEST, 1))
                  .targets(new Step(parameters, batch, new int[ROWS], 0, 0, 9)),
              9);
      TokenLosses alone = framework.generative(parameters.weights(), batch, whole.decision(), 9);
      assertThat(alone.perToken().toFloatArray())
          .containsExactly(whole.generative().perToken().toFloatArray());
      assertThat(alone.rows()).containsExactly(whole.generative().rows());
    }
  }

  /** Matching's loss is the mean over whatever pairs there are, twice named ones twice. */
  @Test
  void matchingJudgesAnyNumberOfLabelledPairs() {
    Framework framework = framework(tiny(NormPlacement.PRE));
    LabelledPair one = new LabelledPair(2, 1, true);
    LabelledPair two = new LabelledPair(0, 3, false);
    double first = matching(framework, List.of(one));
    double second = matching(framework, List.of(two));
    assertThat(matching(framework, List.of(one, two, one)))
        .isCloseTo((2 * first + second) / 3, within(1e-6));
    assertThat(matching(framework, List.of(new LabelledPair(2, 1, false))))
        .isCloseTo(-Math.log(1 - Math.exp(-first)), within(1e-6));
  }

  private double matching(Framework framework, List<LabelledPair> pairs) {
    return terms(framework, new Made(pairs, List.of())).get("itm");
  }

  @Test
  void noPairsMakeNoMatchingLoss() {
    Framework framework = framework(tiny(NormPlacement.PRE));
    assertThat(terms(framework, new Made(List.of(), List.of())).keySet())
        .containsExactly("itc", "mlm");
  }

  /**
   * Captions that an objective adds change the loss, but neither the own pairs' words nor what is
   * dropped of them: the reward looks at those.
   */
  @Test
  void addedCaptionsLeaveTheOwnWordsAlone() {
    Framework framework = framework(tiny(NormPlacement.POST, 0.3f));
    List<LabelledPair> pairs = List.of(new LabelledPair(0, 0, true));
    List<ExtraSequence> extra = List.of(new ExtraSequence(1, 2), new ExtraSequence(1, 2));
    try (Parameters parameters =
            new Parameters(
                torch.manager(), framework.layout(), framework.layout().initialise(7), false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      BatchInputs batch = batch(memory);
      Weights weights = parameters.weights();
      Losses with = framework.losses(weights, batch, v -> new Made(pairs, extra), 5);
      Losses without = framework.losses(weights, batch, v -> new Made(pairs, List.of()), 5);
      assertThat(with.generative().perToken().toFloatArray())
          .containsExactly(without.generative().perToken().toFloatArray());
      assertThat(with.generative().mean().getFloat())
          .isEqualTo(without.terms().get("mlm").getFloat())
          .isNotEqualTo(with.terms().get("mlm").getFloat());
      assertThat(with.terms().get("itm").getFloat())
          .isEqualTo(without.terms().get("itm").getFloat());
    }
  }

  private Map<String, Double> terms(Framework framework, ObjectiveTargets decision) {
    try (Parameters parameters =
            new Parameters(
                torch.manager(), framework.layout(), framework.layout().initialise(7), false);
        TensorScope memory = TensorScope.open(torch.manager())) {
      Map<String, Double> terms = new LinkedHashMap<>();
      framework
          .losses(parameters.weights(), batch(memory), v -> decision, 1)
          .terms()
          .forEach((name, loss) -> terms.put(name, (double) loss.getFloat()));
      return terms;
    }
  }
}
