// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.djl.ndarray.BaseNDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;
import dev.falcon.onnx.network.shape.NetworkShape.NormPlacement;
import dev.falcon.training.config.ModelConfig;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.ModelConfig.TemperatureConfig;
import dev.falcon.training.config.ObjectiveConfig.MomentumConfig;
import dev.falcon.training.config.ObjectiveConfig.NegativeChoice;
import dev.falcon.training.internal.framework.albef.AlbefFramework;
import dev.falcon.training.internal.framework.albef.MaskedTokens;
import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.Vocabulary;
import dev.falcon.training.internal.loss.objective.NegativeSampling;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MomentumTest {
  private static final Vocabulary WORDS = new Vocabulary(11, 0, 1, 2);
  private static final int ROWS = 3;
  private static final int WIDTH = 5;
  private static final MomentumConfig CONFIG = new MomentumConfig(0.9f, 7, 0.4f);
  private static final NegativeSampling HARDEST = new NegativeSampling(NegativeChoice.HARDEST, 1);
  private static final ModelConfig TINY =
      new ModelConfig(
          8,
          4,
          new EncoderShape(12, 2, 1, 16, 1e-6f),
          new EncoderShape(8, 2, 1, 16, 1e-6f),
          1,
          NormPlacement.POST,
          6,
          0,
          WIDTH,
          new TemperatureConfig(0.5f, 0.01f, 1),
          Initialisation.FAN_IN);

  private static BatchInputs batch(TensorScope memory, int number) {
    RandomStream random = RandomStream.of(3, "pixels", number);
    float[] pixels = new float[ROWS * 3 * 8 * 8];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (float) random.nextGaussian();
    }
    long[][] captions = {{1, 3, 4, 5}, {1, 6, 7 - number, 0}, {1, 8, 9, 10}};
    Corruption hidden = MaskedTokens.draw(captions, WORDS, 0.5, RandomStream.of(5, "mask"));
    return BatchInputs.of(memory.manager(), pixels, 8, captions, hidden, added -> hidden, WORDS);
  }

  /**
   * Weights, queue and the weight of belief over five steps, against arithmetic on arrays; and no
   * memory stays behind.
   */
  @Test
  void followsTheNetworkFillsItsQueuesAndClimbs() {
    Framework framework = new AlbefFramework(TINY, WORDS, 0.5);
    Map<String, float[]> first = framework.layout().initialise(7);
    Map<String, double[]> naive = new HashMap<>();
    first.forEach((name, data) -> naive.put(name, widened(data)));
    try (Torch torch = Torch.open("cpu", 1);
        Parameters parameters = new Parameters(torch.manager(), framework.layout(), first, true);
        AdamW optimiser =
            new AdamW(torch.manager(), parameters, new AdamW.Settings(0.9, 0.999, 1e-8, 0, 0))) {
      Momentum momentum =
          new Momentum(torch, framework, CONFIG, HARDEST, 4, first, WIDTH, Optional.empty());
      float[] ring = momentum.saved().get("momentum.queue.images");
      int arrays = ((BaseNDManager) torch.manager()).getManagedArrays().size();
      for (int step = 0; step < 5; step++) {
        parameters.copy().forEach((name, data) -> follow(naive.get(name), data));
        try (TensorScope memory = TensorScope.open(torch.manager())) {
          BatchInputs batch = batch(memory, step);
          int number = step;
          torch.differentiate(
              () -> {
                MomentumTargets targets =
                    (MomentumTargets)
                        momentum.targets(new Step(parameters, batch, new int[ROWS], 0, number, 3));
                assertThat(targets.belief()).isCloseTo(0.1f * Math.min(4, number), within(1e-6f));
                float[] all = targets.allImages().toFloatArray();
                float[] seen = targets.view().images().toFloatArray();
                assertThat(all).startsWith(seen).endsWith(ring);
                for (int i = 0; i < seen.length; i++) {
                  ring[(number * ROWS * WIDTH + i) % ring.length] = seen[i];
                }
                return framework.losses(parameters.weights(), batch, targets, 1).total();
              });
        }
        optimiser.step(0.01);
        Map<String, float[]> now = momentum.saved();
        assertThat(now.get("momentum.queue.images")).containsExactly(ring);
        naive.forEach((name, data) -> compare(name, now.get("momentum.weights." + name), data));
      }
      assertThat(((BaseNDManager) torch.manager()).getManagedArrays()).hasSize(arrays);
      assertThat(parameters.copy().get("temperature")[0]).isNotEqualTo(0.5f);
    }
  }

  private static double[] widened(float[] data) {
    double[] wide = new double[data.length];
    for (int i = 0; i < data.length; i++) {
      wide[i] = data[i];
    }
    return wide;
  }

  private static void follow(double[] mine, float[] theirs) {
    for (int i = 0; i < mine.length; i++) {
      mine[i] = 0.9 * mine[i] + 0.1 * theirs[i];
    }
  }

  private static void compare(String name, float[] actual, double[] expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat((double) actual[i]).as("%s %d", name, i).isCloseTo(expected[i], within(1e-6));
    }
  }
}
