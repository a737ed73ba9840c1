package dev.falcon.training.internal.loop.step;

import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.loop.batch.PlannedBatch;
import dev.falcon.training.internal.loop.course.Position;
import dev.falcon.training.internal.loop.course.TrainingLoop;
import dev.falcon.training.internal.loop.metric.StepMetrics;
import dev.falcon.training.internal.loop.metric.Stopwatch;
import dev.falcon.training.internal.loss.objective.Step;
import dev.falcon.training.internal.policy.scheduler.BatchDraws;
import dev.falcon.training.internal.tensor.engine.Ahead;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Algorithm 2 of the paper, "VLP with Mini-batch Scheduler", a gradient step k at a time.
 *
 * <p>Line 3, the loop over k, is {@link TrainingLoop}'s, which saves and stops between steps. What
 * the paper leaves open is decided thus: S is of the vectors that the epoch before has left, so the
 * first epoch is uniform and has no scheduler; Δ is credited to the B - 1 anchors that chose a
 * sample; π is the scheduler as it is when the batch is composed.
 *
 * @param batches composes batches and makes their tensors
 * @param network θ and its step
 * @param scheduler φ and its step; empty for policies that learn nothing
 * @param bounds is shown what a step of θ gave, and fails where that is no number
 */
public record Algorithm2(
    BatchFeed batches,
    NetworkStep network,
    Optional<Scheduled> scheduler,
    Consumer<StepResult> bounds,
    Stopwatch watch) {

  /** The scheduler's part: Δ, and what is made of it. */
  public record Scheduled(Rewards rewards, PolicyStep policy) {}

  /**
   * What a step gave.
   *
   * @param batch its pairs
   * @param result the step of θ
   * @param policy the step of φ; empty where there is none
   */
  public record Outcome(
      PlannedBatch batch, StepResult result, Optional<StepMetrics.PolicyMetrics> policy) {}

  /**
   * Takes a gradient step.
   *
   * @param takenBefore as for {@link BatchFeed#take}
   */
  public Outcome step(Position at, int[] takenBefore) {
    // What a step makes of tensors, be it on a device or a copy from there, goes with its memory.
    return StepMemory.within(
        network.torch().manager(),
        manager -> {
          // Line 4, I by Algorithm 1; with a search space's first batch, lines 1 and 2, S and U.
          // Line 5, V and T at the indices I + i|M|.
          try (Ahead.Made<BatchFeed.Fed> fed = batches.take(at, takenBefore)) {
            return learn(at, fed.value().batch(), fed.value().inputs());
          }
        });
  }

  private Outcome learn(Position at, PlannedBatch batch, BatchInputs pairs) {
    Optional<Scheduled> learns = batch.chain().flatMap(chain -> scheduler);
    Step step =
        new Step(network.parameters(), pairs, batch.rows(), at.epoch(), at.step(), at.dropout());
    double before = learns.map(part -> part.rewards().before()).orElse(0.0);
    // Line 6, θ_{k+1} = θ_k - η ∇ L_VLP(V, T; θ_k); L_MLM(θ_k) comes along.
    StepResult result = network.take(step, at.learningRate(), watch);
    bounds.accept(result);
    if (learns.isEmpty()) {
      return new Outcome(batch, result, Optional.empty());
    }
    // Line 7, Δ_k = L_MLM(θ_k) - L_MLM(θ_{k+1}), or another reward that is asked for.
    double[] delta = learns.get().rewards().after(step, result, before);
    watch.lap(Stopwatch.Stage.REWARD);
    // Line 8, φ_{k+1} = φ_k + γ Δ_k ∇ log π(q | Ŝ).
    PlannedBatch.Chain chain = batch.chain().orElseThrow();
    BatchDraws draws = (BatchDraws) chain.quantiles();
    StepMetrics.PolicyMetrics policy = learns.get().policy().learn(chain.composed(), draws, delta);
    watch.lap(Stopwatch.Stage.SCHEDULER);
    return new Outcome(batch, result, Optional.of(policy));
  }
}
