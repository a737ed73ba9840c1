// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.mining.algorithm.BatchComposer;
import dev.falcon.mining.algorithm.Candidates;
import dev.falcon.mining.algorithm.ComposedBatch;
import dev.falcon.mining.algorithm.SpaceVectors;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.space.SpaceSimilarities;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.loop.course.StepMetrics;
import dev.falcon.training.internal.policy.BatchDraws;
import dev.falcon.training.internal.policy.Policy;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.store.RewardShaping;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyStepTest {
  private static final int ROWS = 12;
  private static final int BATCH = 4;
  private static final int M = 6;
  private static final SchedulerConfig CONFIG =
      ConfigReader.read(
              "scenes-tiny",
              null,
              List.of(
                  "scheduler.quantiles=" + M,
                  "scheduler.hidden=8",
                  "scheduler.first_bias=1.0",
                  "scheduler.learning_rate=1.0e-2"))
          .scheduler();

  private Torch torch;

  @BeforeEach
  void open() {
    torch = Torch.open("cpu", 1);
  }

  @AfterEach
  void close() {
    torch.close();
  }

  private Scheduler scheduler(Composition.Level level) {
    return new Scheduler(torch, CONFIG, level, 1, Scheduler.layout(CONFIG).initialise(1));
  }

  private static SpaceSimilarities similarities() {
    RandomStream random = RandomStream.of(3, "vectors");
    float[] vectors = new float[2 * ROWS * 4];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    SpaceSimilarities similarities = new SpaceSimilarities(1);
    similarities.compute(
        new SpaceVectors(
            Arrays.copyOf(vectors, ROWS * 4),
            Arrays.copyOfRange(vectors, ROWS * 4, vectors.length),
            ROWS,
            4));
    return similarities;
  }

  private static ComposedBatch chain(SpaceSimilarities similarities, BatchDraws draws) {
    Candidates candidates = new Candidates(ROWS);
    return new BatchComposer(candidates)
        .compose(BATCH, similarities.selector(candidates), draws, RandomStream.of(1, "first"));
  }

  private static double logLikelihood(BatchDraws under, int[] anchors, double[] quantiles) {
    double sum = 0;
    for (int i = 0; i < anchors.length; i++) {
      float[] distribution = under.distribution(anchors[i]);
      sum += Math.log(BetaDistribution.density(quantiles[i], distribution[0], distribution[1]));
    }
    return sum;
  }

  /** Algorithm 2's last line: up where Δ is above 0, down where it is below. */
  @ParameterizedTest
  @EnumSource(Composition.Level.class)
  void rewardedQuantilesBecomeLikelierAndPunishedOnesLessLikely(Composition.Level level) {
    for (double delta : new double[] {0.5, -0.5}) {
      SpaceSimilarities similarities = similarities();
      try (Scheduler scheduler = scheduler(level)) {
        Policy.OfSpace space = scheduler.enter(() -> similarities.features(M), ROWS);
        BatchDraws draws = (BatchDraws) space.quantiles(0);
        ComposedBatch batch = chain(similarities, draws);
        int[] anchors = Arrays.copyOfRange(batch.anchors(), 1, BATCH);
        double[] quantiles = Arrays.stream(anchors).mapToDouble(draws::of).toArray();
        double before = logLikelihood(draws, anchors, quantiles);
        double[] credits = new double[BATCH - 1];
        Arrays.fill(credits, delta);
        new PolicyStep(scheduler, new RewardShaping(0, 0), level == Composition.Level.INSTANCE)
            .learn(batch, draws, credits);
        double after = logLikelihood((BatchDraws) space.quantiles(1), anchors, quantiles);
        assertThat(Math.signum(after - before)).isEqualTo(Math.signum(delta));
      }
    }
  }

  @Test
  void reportsTheMeansOverTheAnchorsThatChose() {
    SpaceSimilarities similarities = similarities();
    try (Scheduler scheduler = scheduler(Composition.Level.INSTANCE)) {
      BatchDraws draws =
          (BatchDraws) scheduler.enter(() -> similarities.features(M), ROWS).quantiles(0);
      ComposedBatch batch = chain(similarities, draws);
      StepMetrics.PolicyMetrics metrics =
          new PolicyStep(scheduler, new RewardShaping(0, 0), true)
              .learn(batch, draws, new double[] {1, 2, 6});
      // Its last layer begins with a weight of 0, so that all anchors begin alike.
      double begin = Math.log1p(Math.exp(1)) + 1e-5;
      assertThat(metrics.reward()).isCloseTo(3, within(1e-12));
      assertThat(metrics.alpha()).isCloseTo(begin, within(1e-6));
      assertThat(metrics.beta()).isCloseTo(begin, within(1e-6));
      assertThat(metrics.policyMean()).isCloseTo(0.5, within(1e-6));
      assertThat(metrics.policyDeviation()).isCloseTo(0, within(1e-3));
      assertThat(metrics.gradientNorm()).isPositive();
    }
  }
}
