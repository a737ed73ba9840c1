// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import ai.djl.ndarray.NDArray;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneConfig.DistillationConfig;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.Likelihood;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.MovingAverage;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import java.util.Map;
import java.util.Optional;

/** Everything that learns or keeps state between the steps of fine-tuning. */
final class FinetuningStep implements AutoCloseable {
  private static final String OPTIMISER = "optimiser.";
  private static final String TWIN = "twin.";

  private final Torch torch;
  private final FinetuningTask task;
  private final Parameters parameters;
  private final AdamW optimiser;
  private final DistillationConfig distillation;
  private final Optional<MovingAverage> twin;

  private FinetuningStep(
      Torch torch,
      FinetuningTask task,
      Parameters parameters,
      AdamW optimiser,
      DistillationConfig distillation,
      Optional<MovingAverage> twin) {
    this.torch = torch;
    this.task = task;
    this.parameters = parameters;
    this.optimiser = optimiser;
    this.distillation = distillation;
    this.twin = twin;
  }

  /**
   * Opens the engine and creates all state, new or from a checkpoint.
   *
   * @param threads the number of the engine's threads on the CPU; 0 for one per processor that the
   *     process may use
   */
  static FinetuningStep open(
      FinetuneConfig config, int threads, FinetuningTask task, Optional<Checkpoint> interrupted) {
    Torch torch = Torch.open(config.device(), threads);
    ParameterLayout layout = task.layout();
    Map<String, float[]> first =
        interrupted.map(found -> found.weights(layout)).orElseGet(() -> task.first(config.seed()));
    Parameters parameters = new Parameters(torch.manager(), layout, first, true);
    AdamW optimiser = new AdamW(torch.manager(), parameters, AdamW.Settings.of(config.optimiser()));
    DistillationConfig distillation = config.distillation();
    // ALBEF's own script for NLVR2 creates the twin before the checkpoint is loaded, so that it
    // starts from random weights; here it starts from the network's.
    Optional<MovingAverage> twin =
        distillation.weight() == 0
            ? Optional.empty()
            : Optional.of(
                new MovingAverage(torch.manager(), layout, first, distillation.decay(), TWIN));
    interrupted.ifPresent(
        found -> {
          optimiser.restore(found.state().optimiserSteps(), found.vectors(OPTIMISER));
          twin.ifPresent(second -> second.restore(found.values()));
        });
    return new FinetuningStep(torch, task, parameters, optimiser, distillation, twin);
  }

  /**
   * The result of a step.
   *
   * @param loss the loss of the batch
   * @param norm the norm of the gradient, before clipping
   */
  record Result(float loss, double norm) {}

  /**
   * Runs the forward and backward pass and the optimiser.
   *
   * @param climb the number of steps per epoch
   */
  Result take(int[] examples, NDArray pixels, Position at, int climb, Stopwatch watch) {
    long step = at.step();
    long dropout = at.dropout();
    float loss =
        TensorScope.within(
            torch.manager(),
            manager -> {
              Optional<Likelihood> believed =
                  twin.map(
                      second -> {
                        Weights weights = second.follow(parameters);
                        return task.look(weights, manager, examples, pixels, step, dropout + 2);
                      });
              return torch.differentiate(
                  () -> {
                    Likelihood own =
                        task.look(parameters.weights(), manager, examples, pixels, step, dropout);
                    float belief = MovingAverage.belief(distillation.weight(), step, climb);
                    return believed.map(other -> own.loss(other, belief)).orElseGet(own::loss);
                  });
            });
    watch.lap(Stopwatch.Stage.FORWARD_BACKWARD);
    double norm = optimiser.step(at.learningRate());
    watch.lap(Stopwatch.Stage.OPTIMISER);
    return new Result(loss, norm);
  }

  Torch torch() {
    return torch;
  }

  Parameters parameters() {
    return parameters;
  }

  /** Returns the number of steps that changed the weights. */
  long optimiserSteps() {
    return optimiser.steps();
  }

  /** Returns the values of a checkpoint, which are all but the frozen weights. */
  Map<String, float[]> saved() {
    Map<String, float[]> values = optimiser.savedLearning(OPTIMISER);
    twin.ifPresent(second -> values.putAll(second.saved()));
    return values;
  }

  @Override
  public void close() {
    torch.close();
  }
}
