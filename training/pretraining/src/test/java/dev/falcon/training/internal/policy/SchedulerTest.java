// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.mining.algorithm.RowQuantile;
import dev.falcon.mining.policy.Composition;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.store.RewardShaping;
import dev.falcon.training.internal.tensor.Torch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerTest {
  private static final int ROWS = 40;
  private static final int M = 10;

  private Torch torch;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  /** A small scheduler; what {@code overrides} say comes last, but a preset first. */
  private static SchedulerConfig config(String... overrides) {
    List<String> keys = new ArrayList<>(List.of("scheduler.quantiles=" + M, "scheduler.hidden=16"));
    for (String override : overrides) {
      keys.add(override.startsWith("scheduler=") ? 0 : keys.size(), override);
    }
    return ConfigReader.read("scenes-tiny", null, keys).scheduler();
  }

  private Scheduler scheduler(SchedulerConfig config, Composition.Level level) {
    return new Scheduler(torch, config, level, 5, Scheduler.layout(config).initialise(5));
  }

  private static float[] features() {
    RandomStream random = RandomStream.of(2, "features");
    float[] features = new float[ROWS * M];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) (2 * random.nextDouble() / M);
    }
    return features;
  }

  private static BatchDraws draws(Scheduler scheduler, float[] features, long step) {
    return (BatchDraws) scheduler.enter(() -> features, ROWS).quantiles(step);
  }

  @Test
  void beginsNearUniformAsTheAuthorsDo() {
    try (Scheduler scheduler = scheduler(config(), Composition.Level.INSTANCE)) {
      BatchDraws draws = draws(scheduler, features(), 0);
      double softplus = Math.log1p(Math.exp(0.5));
      assertThat((double) draws.distribution(3)[0]).isCloseTo(softplus + 1e-5, within(1e-5));
      assertThat((double) draws.distribution(7)[1]).isCloseTo(softplus + 1e-5, within(1e-5));
    }
  }

  @Test
  void aRowsQuantileIsDrawnOnceAStepAndDoesNotDependOnTheOrderOfAsking() {
    try (Scheduler scheduler = scheduler(config(), Composition.Level.INSTANCE)) {
      RowQuantile forwards = draws(scheduler, features(), 3);
      double first = forwards.of(1);
      double second = forwards.of(2);
      assertThat(forwards.of(1)).isEqualTo(first);
      RowQuantile backwards = draws(scheduler, features(), 3);
      assertThat(backwards.of(2)).isEqualTo(second);
      assertThat(backwards.of(1)).isEqualTo(first);
      assertThat(draws(scheduler, features(), 4).of(1)).isNotEqualTo(first);
    }
  }

  @Test
  void atBatchLevelAllAnchorsShareOneQuantile() {
    try (Scheduler scheduler = scheduler(config(), Composition.Level.BATCH)) {
      RowQuantile quantile = draws(scheduler, features(), 3);
      assertThat(quantile.of(1)).isEqualTo(quantile.of(30));
    }
  }

  /** The machinery's positive control: it must learn what is plainly there to be learned. */
  @Test
  void learnsToPreferWhatIsRewarded() {
    SchedulerConfig config = config("scheduler=stabilised", "scheduler.learning_rate=3.0e-3");
    try (Scheduler scheduler = scheduler(config, Composition.Level.INSTANCE)) {
      RewardShaping shaping = new RewardShaping(0.95, 0.98);
      Policy.OfSpace space = scheduler.enter(SchedulerTest::features, ROWS);
      int[] anchors = {0, 5, 9, 14, 20, 23, 31};
      double early = 0;
      double late = 0;
      for (int step = 0; step < 300; step++) {
        BatchDraws quantile = (BatchDraws) space.quantiles(step);
        double[] rewards = new double[anchors.length];
        double mean = 0;
        for (int i = 0; i < anchors.length; i++) {
          double q = quantile.of(anchors[i]);
          rewards[i] = -(q - 0.2) * (q - 0.2);
          mean += q / anchors.length;
        }
        early += step < 10 ? mean / 10 : 0;
        late += step >= 250 ? mean / 50 : 0;
        scheduler.learn(quantile, anchors, shaping.shape(rewards));
      }
      assertThat(early).isBetween(0.35, 0.65);
      assertThat(late).isBetween(0.1, 0.3);
    }
  }

  /**
   * One noisy reward for a whole batch, which falls as any anchor's quantile nears 1: what the true
   * false-negative rate is. An anchor's part of it is small, and entropy must not outweigh that.
   */
  @Test
  void learnsFromOneRewardForTheBatch() {
    SchedulerConfig config =
        config("scheduler=stabilised", "scheduler.hidden=256", "scheduler.input_gain=" + M);
    try (Scheduler scheduler = scheduler(config, Composition.Level.INSTANCE)) {
      RewardShaping shaping = new RewardShaping(0.95, 0.98);
      RandomStream noise = RandomStream.of(4, "noise");
      Policy.OfSpace space = scheduler.enter(SchedulerTest::features, ROWS);
      int[] anchors = new int[ROWS - 1];
      Arrays.setAll(anchors, i -> i);
      double late = 0;
      for (int step = 0; step < 600; step++) {
        BatchDraws quantile = (BatchDraws) space.quantiles(step);
        double harm = 0;
        for (int anchor : anchors) {
          double q = quantile.of(anchor);
          harm += q * q / anchors.length;
          late += step >= 300 ? q / anchors.length / 300 : 0;
        }
        double reward = -0.006 - 0.02 * harm + 0.003 * noise.nextGaussian();
        double[] rewards = new double[anchors.length];
        Arrays.fill(rewards, reward);
        scheduler.learn(quantile, anchors, shaping.shape(rewards));
      }
      assertThat(late).isLessThan(0.15);
    }
  }

  /** Rows of two kinds, between which only a network whose hidden units live can tell. */
  @Test
  void learnsToTellAnchorsApart() {
    SchedulerConfig config = config("scheduler=stabilised", "scheduler.input_gain=" + M);
    float[] features = features();
    for (int i = 0; i < features.length; i++) {
      boolean rising = i / M % 2 == 0;
      double place = (double) (i % M) / (M - 1) - 0.5;
      features[i] = (float) ((1 + (rising ? place : -place)) / M);
    }
    try (Scheduler scheduler = scheduler(config, Composition.Level.INSTANCE)) {
      Policy.OfSpace space = scheduler.enter(() -> features, ROWS);
      int[] anchors = new int[ROWS];
      Arrays.setAll(anchors, i -> i);
      for (int step = 0; step < 1500; step++) {
        BatchDraws quantile = (BatchDraws) space.quantiles(step);
        double[] rewards = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
          double miss = quantile.of(i) - (i % 2 == 0 ? 0.8 : 0.2);
          rewards[i] = 0.1 - miss * miss;
        }
        scheduler.learn(quantile, anchors, rewards);
      }
      BatchDraws last = (BatchDraws) space.quantiles(1500);
      assertThat(mean(last.distribution(0))).isBetween(0.65, 0.95);
      assertThat(mean(last.distribution(1))).isBetween(0.05, 0.35);
    }
  }

  private static double mean(float[] distribution) {
    return distribution[0] / ((double) distribution[0] + distribution[1]);
  }

  @Test
  void entropyAloneDrawsTheDensityTowardsUniform() {
    SchedulerConfig config =
        config(
            "scheduler.entropy=1.0", "scheduler.first_bias=3.0", "scheduler.learning_rate=1.0e-2");
    try (Scheduler scheduler = scheduler(config, Composition.Level.INSTANCE)) {
      Policy.OfSpace space = scheduler.enter(SchedulerTest::features, ROWS);
      for (int step = 0; step < 300; step++) {
        BatchDraws quantile = (BatchDraws) space.quantiles(step);
        quantile.of(4);
        scheduler.learn(quantile, new int[] {4}, new double[] {0});
      }
      BatchDraws last = (BatchDraws) space.quantiles(300);
      assertThat((double) last.distribution(4)[0]).isCloseTo(1, within(0.1));
      assertThat((double) last.distribution(4)[1]).isCloseTo(1, within(0.1));
    }
  }

  @Test
  void shapingLeavesTheRewardAloneWhereNothingIsAsked() {
    RewardShaping literal = new RewardShaping(0, 0);
    assertThat(literal.shape(new double[] {1, -2})).containsExactly(1, -2);
    assertThat(literal.shape(new double[] {5, 5})).containsExactly(5, 5);
  }

  @Test
  void shapingCentresAndScalesByHistory() {
    RewardShaping shaping = new RewardShaping(0.9, 0.9);
    List<Double> shaped = new ArrayList<>();
    RandomStream random = RandomStream.of(1, "reward");
    for (int i = 0; i < 2000; i++) {
      shaped.add(shaping.shape(new double[] {40 + 3 * random.nextGaussian()})[0]);
    }
    double mean = shaped.subList(500, 2000).stream().mapToDouble(x -> x).average().orElseThrow();
    double square =
        shaped.subList(500, 2000).stream().mapToDouble(x -> x * x).average().orElseThrow();
    assertThat(mean).isCloseTo(0, within(0.1));
    assertThat(square).isCloseTo(1, within(0.25));
  }
}
