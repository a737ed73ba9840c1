// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.training.config.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.framework.seam.BatchVectors;
import dev.falcon.training.internal.framework.seam.Framework.View;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Negatives;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.ParameterLayout.Initialiser;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a second implementation in plain Java, after ALBEF's equations 1 to 7. */
class MomentumTargetsTest {
  private static final int ROWS = 4;
  private static final int QUEUED = 3;
  private static final int WIDTH = 3;
  private static final int WORDS = 6;
  private static final int HIDDEN = 5;
  private static final float TEMPERATURE = 0.3f;
  private static final NegativeSampling HARDEST = new NegativeSampling(NegativeChoice.HARDEST, 1);
  private static final long[] WERE_THERE = {0, 3, 5, 5, 1};

  private Torch torch;

  /** All values that there are, by name. */
  private final Map<String, float[]> values = new LinkedHashMap<>();

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
    put("images", ROWS * WIDTH);
    put("texts", ROWS * WIDTH);
    put("words", HIDDEN * WORDS);
    put("momentum images", ROWS * WIDTH);
    put("momentum texts", ROWS * WIDTH);
    put("momentum words", HIDDEN * WORDS);
    put("queued images", QUEUED * WIDTH);
    put("queued texts", QUEUED * WIDTH);
    values.put("temperature", new float[] {TEMPERATURE});
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private void put(String name, int length) {
    RandomStream random = RandomStream.of(1, name);
    float[] data = new float[length];
    for (int i = 0; i < length; i++) {
      data[i] = (float) random.nextGaussian();
    }
    values.put(name, data);
  }

  private NDArray tensor(NDManager manager, String name, int width) {
    float[] data = values.get(name);
    return Torch.floats(manager, data, data.length / width, width);
  }

  private MomentumTargets targets(NDManager manager, float belief) {
    NDArray images = tensor(manager, "momentum images", WIDTH);
    NDArray texts = tensor(manager, "momentum texts", WIDTH);
    return new MomentumTargets(
        new View(
            images, texts, Optional.of(tensor(manager, "momentum words", WORDS).logSoftmax(-1))),
        images.concat(tensor(manager, "queued images", WIDTH), 0),
        texts.concat(tensor(manager, "queued texts", WIDTH), 0),
        belief,
        Optional.empty(),
        HARDEST,
        0);
  }

  private double[][] similarities(String from, String... to) {
    float[] left = values.get(from);
    double[][] table = new double[left.length / WIDTH][(to.length == 1 ? ROWS : ROWS + QUEUED)];
    for (int i = 0; i < table.length; i++) {
      int j = 0;
      for (String name : to) {
        float[] right = values.get(name);
        for (int r = 0; r < right.length / WIDTH; r++, j++) {
          for (int k = 0; k < WIDTH; k++) {
            table[i][j] += (double) left[i * WIDTH + k] * right[r * WIDTH + k];
          }
        }
      }
    }
    return table;
  }

  private static double[] softmax(double[] logits, double temperature) {
    double[] result = new double[logits.length];
    double sum = 0;
    for (int j = 0; j < logits.length; j++) {
      result[j] = Math.exp(logits[j] / temperature);
      sum += result[j];
    }
    for (int j = 0; j < logits.length; j++) {
      result[j] /= sum;
    }
    return result;
  }

  /** Cross-entropy of one direction with the mixed targets. */
  private double direction(
      String from, String momentumFrom, String momentumTo, String queuedTo, double belief) {
    double temperature = values.get("temperature")[0];
    double[][] online = similarities(from, momentumTo, queuedTo);
    double[][] believed = similarities(momentumFrom, momentumTo, queuedTo);
    double loss = 0;
    for (int i = 0; i < ROWS; i++) {
      double[] probabilities = softmax(online[i], temperature);
      // The believed side is not differentiated, so it keeps the temperature that it had.
      double[] targets = softmax(believed[i], TEMPERATURE);
      for (int j = 0; j < targets.length; j++) {
        double target = belief * targets[j] + (1 - belief) * (i == j ? 1 : 0);
        loss -= target * Math.log(probabilities[j]) / ROWS;
      }
    }
    return loss;
  }

  private double naiveContrast(double belief) {
    return 0.5
        * (direction("images", "momentum images", "momentum texts", "queued texts", belief)
            + direction("texts", "momentum texts", "momentum images", "queued images", belief));
  }

  private double[] naiveWords(double belief) {
    double[] losses = new double[HIDDEN];
    for (int i = 0; i < HIDDEN; i++) {
      double[] online = new double[WORDS];
      double[] believed = new double[WORDS];
      for (int word = 0; word < WORDS; word++) {
        online[word] = values.get("words")[i * WORDS + word];
        believed[word] = values.get("momentum words")[i * WORDS + word];
      }
      double[] probabilities = softmax(online, 1);
      double[] targets = softmax(believed, 1);
      for (int word = 0; word < WORDS; word++) {
        double target = belief * targets[word] + (1 - belief) * (word == WERE_THERE[i] ? 1 : 0);
        losses[i] -= target * Math.log(probabilities[word]);
      }
    }
    return losses;
  }

  private static double mean(double[] data) {
    double sum = 0;
    for (double value : data) {
      sum += value / data.length;
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(floats = {0, 0.4f, 1})
  void valuesAreThoseOfTheEquations(float belief) {
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      BatchVectors vectors =
          new BatchVectors(
              tensor(manager, "images", WIDTH),
              tensor(manager, "texts", WIDTH),
              manager.create(TEMPERATURE));
      ObjectiveTargets decision = targets(manager, belief).decide(vectors);
      NDArray contrast = decision.contrast(vectors);
      assertThat((double) contrast.getFloat()).isCloseTo(naiveContrast(belief), within(1e-5));
      NDArray words =
          decision.words(
              tensor(manager, "words", WORDS).logSoftmax(-1), manager.create(WERE_THERE));
      double[] naive = naiveWords(belief);
      for (int i = 0; i < HIDDEN; i++) {
        assertThat((double) words.toFloatArray()[i]).isCloseTo(naive[i], within(1e-5));
      }
    }
  }

  /** The momentum side is held, so the naive loss needs no care to detach anything else. */
  @Test
  void gradientsAreThoseOfTheEquations() {
    float belief = 0.4f;
    Map<String, float[]> contrast =
        gradients((weights, decision) -> decision.contrast(vectors(weights)), belief);
    for (String name : new String[] {"images", "texts", "temperature"}) {
      compare(name, contrast.get(name), () -> naiveContrast(belief));
    }
    Map<String, float[]> words =
        gradients(
            (weights, decision) ->
                decision
                    .words(
                        weights.get("words").logSoftmax(-1),
                        weights.get("words").getManager().create(WERE_THERE))
                    .mean(),
            belief);
    compare("words", words.get("words"), () -> mean(naiveWords(belief)));
  }

  private static BatchVectors vectors(Weights weights) {
    return new BatchVectors(
        weights.get("images"), weights.get("texts"), weights.get("temperature"));
  }

  private interface Loss {
    double value();
  }

  private void compare(String name, float[] gradient, Loss loss) {
    float[] data = values.get(name);
    for (int i = 0; i < data.length; i++) {
      float before = data[i];
      data[i] = before + 1e-3f;
      double above = loss.value();
      data[i] = before - 1e-3f;
      double below = loss.value();
      data[i] = before;
      double slope = (above - below) / ((before + 1e-3f) - (double) (before - 1e-3f));
      assertThat((double) gradient[i])
          .as("%s %d", name, i)
          .isCloseTo(slope, within(2e-4 + 1e-4 * Math.abs(slope)));
    }
  }

  private Map<String, float[]> gradients(
      BiFunction<Weights, ObjectiveTargets, NDArray> loss, float belief) {
    ParameterLayout layout = new ParameterLayout();
    layout.declare("images", Initialiser.constant(0), ROWS, WIDTH);
    layout.declare("texts", Initialiser.constant(0), ROWS, WIDTH);
    layout.declare("words", Initialiser.constant(0), HIDDEN, WORDS);
    layout.declare("temperature", Initialiser.constant(0));
    try (Parameters parameters = new Parameters(torch.manager(), layout, values, true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0, 0, 1, 0, 0))) {
      try (TensorScope memory = TensorScope.open(torch.manager())) {
        MomentumTargets targets = targets(memory.manager(), belief);
        torch.differentiate(
            () -> {
              Weights weights = parameters.weights();
              return loss.apply(weights, targets.decide(vectors(weights)));
            });
      }
      // With beta1 = 0 the first moment is the gradient.
      optimiser.step(0);
      return parameters.unflatten(optimiser.moments(), "mean.");
    }
  }

  @Test
  void negativesAreChosenBetweenThisNetworksVectorsAndTheOthers() {
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      NDManager manager = memory.manager();
      float[] texts = flat(similarities("images", "momentum texts"));
      float[] images = flat(similarities("momentum images", "texts"));
      BatchVectors vectors =
          new BatchVectors(
              tensor(manager, "images", WIDTH),
              tensor(manager, "texts", WIDTH),
              manager.create(TEMPERATURE));
      assertThat(targets(manager, 0.4f).decide(vectors).pairs())
          .isEqualTo(Negatives.hardest(texts, images, ROWS).pairs());
    }
  }

  private static float[] flat(double[][] table) {
    float[] flat = new float[ROWS * ROWS];
    for (int i = 0; i < flat.length; i++) {
      flat[i] = (float) table[i / ROWS][i % ROWS];
    }
    return flat;
  }
}
