// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.policy;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.statistics.BetaDistribution;
import dev.falcon.mining.policy.Composition;
import dev.falcon.onnx.network.SchedulerNetwork;
import dev.falcon.training.config.ModelConfig.Initialisation;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.internal.model.Initializers;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/**
 * FALCON's scheduler: draws every anchor's quantile from π with the current weights (Algorithm 1,
 * line 3), and follows the policy gradient (Algorithm 2, last line).
 */
public final class Scheduler implements Policy, AutoCloseable {
  private static final String OPTIMISER = "scheduler_optimiser.";

  private final Torch torch;
  private final SchedulerConfig config;
  private final Composition.Level level;
  private final long seed;
  private final SchedulerNetwork network;
  private final Parameters parameters;
  private final AdamW optimiser;
  private final RowNetwork current; // reused in every step

  /**
   * Creates a scheduler.
   *
   * @param first the scheduler's initial weights by name
   */
  public Scheduler(
      Torch torch,
      SchedulerConfig config,
      Composition.Level level,
      long seed,
      Map<String, float[]> first) {
    this.torch = torch;
    this.config = config;
    this.level = level;
    this.seed = seed;
    this.network = new SchedulerNetwork(config.shape());
    this.current = new RowNetwork(config.shape());
    this.parameters = new Parameters(torch.manager(), layout(config), first, true);
    this.optimiser =
        new AdamW(
            torch.manager(),
            parameters,
            new AdamW.Settings(0.9, 0.999, 1e-8, config.weightDecay(), config.clip()));
  }

  /** Returns the parameters of a configuration's scheduler. */
  public static ParameterLayout layout(SchedulerConfig config) {
    ParameterLayout layout = new ParameterLayout();
    new SchedulerNetwork(config.shape())
        .declare(new Initializers(layout, Initialisation.FAN_IN), config.firstBias());
    return layout;
  }

  @Override
  public OfSpace enter(Supplier<float[]> features, int rows) {
    BatchDraws.Space space =
        level == Composition.Level.INSTANCE
            ? new BatchDraws.Space(features.get(), rows)
            : new BatchDraws.Space(pooled(features.get(), rows), 1);
    return step -> draws(space, step);
  }

  @Override
  public boolean learns() {
    return true;
  }

  private BatchDraws draws(BatchDraws.Space space, long step) {
    current.take(parameters.untrained());
    return new BatchDraws(current, space, seed, step);
  }

  /** Returns the features of the batch's only distribution, the mean of all anchors' features. */
  private float[] pooled(float[] spaceFeatures, int spaceRows) {
    int m = config.quantiles();
    double[] sums = new double[m];
    for (int i = 0; i < spaceRows * m; i++) {
      sums[i % m] += spaceFeatures[i];
    }
    float[] means = new float[m];
    for (int k = 0; k < m; k++) {
      means[k] = (float) (sums[k] / spaceRows);
    }
    return means;
  }

  /**
   * Returns the distributions of all anchors of a search space with the current weights, without
   * drawing from them.
   *
   * @param spaceFeatures the features Ŝ [rows x m]
   * @return alpha and beta of every row [rows x 2]
   */
  public float[] distributions(float[] spaceFeatures, int spaceRows) {
    boolean shared = level == Composition.Level.BATCH;
    float[] input = shared ? pooled(spaceFeatures, spaceRows) : spaceFeatures;
    RowNetwork rowNetwork = new RowNetwork(config.shape());
    rowNetwork.take(parameters.untrained());
    float[] all = new float[2 * spaceRows];
    float[] distribution = rowNetwork.distribution(input, 0);
    for (int row = 0; row < spaceRows; row++) {
      if (row > 0 && !shared) {
        distribution = rowNetwork.distribution(input, row);
      }
      System.arraycopy(distribution, 0, all, 2 * row, 2);
    }
    return all;
  }

  /**
   * Takes one step of gradient ascent on the policy (Algorithm 2, line 8).
   *
   * @param draws the source of the batch's quantiles
   * @param anchors the rows whose quantiles were used, in order
   * @param rewards the reward of each anchor, or one reward for all
   * @return the global norm of the gradient
   */
  public double learn(BatchDraws draws, int[] anchors, double[] rewards) {
    BatchDraws.Space space = draws.space();
    int[] used =
        config.allRows()
            ? all(space.rows())
            : level == Composition.Level.BATCH ? new int[1] : anchors;
    int m = config.quantiles();
    float[] input = new float[used.length * m];
    float[] slopes = new float[2 * used.length];
    double mean = Arrays.stream(rewards).average().orElse(0);
    for (int i = 0; i < used.length; i++) {
      System.arraycopy(space.features(), used[i] * m, input, i * m, m);
      double q = draws.of(used[i]);
      double credit = used.length == rewards.length ? rewards[i] : mean;
      double alpha = draws.distribution(used[i])[0];
      double beta = draws.distribution(used[i])[1];
      slopes[2 * i] = slope(alpha, beta, StrictMath.log(q), credit);
      slopes[2 * i + 1] = slope(beta, alpha, StrictMath.log1p(-q), credit);
    }
    try (TensorScope memory = TensorScope.open(torch.manager())) {
      NDArray x = Torch.floats(memory.manager(), input, used.length, m);
      NDArray slope = Torch.floats(memory.manager(), slopes, used.length, 2);
      // A function that is linear in the parameters, with the objective's slopes, has the same
      // gradient.
      torch.differentiate(
          () -> {
            NDArray both = network.uncapped(parameters.weights(), x);
            return slope.mul(both).sum(new int[] {1}).mean().neg();
          });
    }
    return optimiser.step(config.learningRate());
  }

  /**
   * Returns the derivative of the objective, credit times log-density plus weighted entropy, with
   * respect to one parameter of a row. A parameter at its cap is not pushed further, but can
   * return.
   */
  private float slope(double own, double other, double logOwn, double credit) {
    double slope = credit * BetaDistribution.logDensitySlope(own, other, logOwn);
    if (config.entropy() > 0) {
      slope += config.entropy() * BetaDistribution.entropySlope(own, other);
    }
    boolean capped = config.cap() > 0 && own >= config.cap();
    return (float) (capped ? Math.min(slope, 0) : slope);
  }

  private static int[] all(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> i);
    return rows;
  }

  /** Returns the weights. */
  public Parameters parameters() {
    return parameters;
  }

  /** Returns the number of steps taken. */
  public long steps() {
    return optimiser.steps();
  }

  /** Returns the weights and the optimiser's state, by their names in a checkpoint. */
  public Map<String, float[]> saved() {
    return optimiser.saved(OPTIMISER);
  }

  /** Restores the state of a checkpoint. */
  public void restore(Checkpoint checkpoint) {
    optimiser.restore(checkpoint.state().schedulerSteps(), checkpoint.vectors(OPTIMISER));
  }

  @Override
  public void close() {
    optimiser.close();
    parameters.close();
  }
}
