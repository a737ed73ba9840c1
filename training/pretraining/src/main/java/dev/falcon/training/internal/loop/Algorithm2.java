// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.training.internal.framework.seam.BatchInputs;
import dev.falcon.training.internal.loop.batch.PlannedBatch;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.loop.course.StepMetrics;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.loop.course.TrainingLoop;
import dev.falcon.training.internal.loss.objective.Objective.Step;
import dev.falcon.training.internal.policy.BatchDraws;
import dev.falcon.training.internal.tensor.Prefetcher;
import dev.falcon.training.internal.tensor.TensorScope;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Algorithm 2 of the paper, "VLP with Mini-batch Scheduler", one gradient step k at a time.
 *
 * <p>Line 3, the loop over k, is in {@link TrainingLoop}, which saves and stops between steps. On
 * points that the paper leaves open: S is computed from the vectors of the previous epoch, so the
 * first epoch is uniform and has no scheduler; Δ is credited to the B - 1 anchors that chose a
 * sample; and π is the scheduler's state when the batch is composed.
 *
 * @param batches composes batches and creates their tensors
 * @param network the step of θ
 * @param scheduler the step of φ; empty for policies without learning
 * @param bounds checks the result of a step of θ, and fails if it is not finite
 */
record Algorithm2(
    BatchFeed batches,
    NetworkStep network,
    Optional<Scheduled> scheduler,
    Consumer<StepResult> bounds,
    Stopwatch watch) {

  /** The scheduler's part of a step: Δ, and the step of φ. */
  public record Scheduled(Rewards rewards, PolicyStep policy) {}

  /**
   * The result of a step.
   *
   * @param batch the pairs of the batch
   * @param result the step of θ
   * @param policy the step of φ; empty without one
   */
  public record Outcome(
      PlannedBatch batch, StepResult result, Optional<StepMetrics.PolicyMetrics> policy) {}

  /**
   * Takes a gradient step.
   *
   * @param takenBefore as for {@link BatchFeed#take}
   */
  public Outcome step(Position at, int[] takenBefore) {
    // Tensors of a step, on a device or copied from it, are freed with its memory.
    return TensorScope.within(
        network.torch().manager(),
        manager -> {
          // Line 4, I by Algorithm 1; with a search space's first batch, lines 1 and 2, S and U.
          // Line 5, V and T at the indices I + i|M|.
          try (Prefetcher.Made<BatchFeed.Fed> fed = batches.take(at, takenBefore)) {
            return learn(at, fed.value().batch(), fed.value().inputs());
          }
        });
  }

  private Outcome learn(Position at, PlannedBatch batch, BatchInputs pairs) {
    Optional<Scheduled> learns = batch.chain().flatMap(chain -> scheduler);
    Step step =
        new Step(network.parameters(), pairs, batch.rows(), at.epoch(), at.step(), at.dropout());
    double before = learns.map(part -> part.rewards().before()).orElse(0.0);
    // Line 6, θ_{k+1} = θ_k - η ∇ L_VLP(V, T; θ_k), which also gives L_MLM(θ_k).
    StepResult result = network.take(step, at.learningRate(), watch);
    bounds.accept(result);
    if (learns.isEmpty()) {
      return new Outcome(batch, result, Optional.empty());
    }
    // Line 7, Δ_k = L_MLM(θ_k) - L_MLM(θ_{k+1}), or the configured reward.
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
