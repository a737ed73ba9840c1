// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.space.SpaceConstraints;
import dev.falcon.training.config.SchedulerConfig;
import dev.falcon.training.config.SchedulerConfig.RewardKind;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.config.TrainConfig.RunConfig;
import dev.falcon.training.internal.framework.Frameworks;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.seam.Framework;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.input.Truth;
import dev.falcon.training.internal.loop.batch.ChainPlan;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.batch.VectorCache;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.policy.FixedPolicies;
import dev.falcon.training.internal.policy.Policy;
import dev.falcon.training.internal.policy.Scheduler;
import dev.falcon.training.internal.start.StartWeights;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RewardShaping;
import dev.falcon.training.internal.store.RunState;
import dev.falcon.training.internal.tensor.AdamW;
import dev.falcon.training.internal.tensor.EngineThreads;
import dev.falcon.training.internal.tensor.ParameterLayout;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.StepSettings;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.run.TrainRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that learns or keeps state between steps: the network, its momentum network, the
 * scheduler, the optimisers and the cached vectors. Together they are the content of a checkpoint.
 */
final class Learner implements AutoCloseable {
  private final TrainConfig config;
  private final DataIdentity data;
  private final Torch torch;
  private final NetworkStep step;
  private final VectorCache cache;
  private final RewardShaping shaping;
  private final Optional<Learned> learned;
  private final Optional<FrozenNetwork.Vectors> reference;
  private int[] takenBefore = new int[0];

  /**
   * A policy that learns.
   *
   * @param rewards its rewards
   */
  private record Learned(Scheduler scheduler, Rewards rewards) {}

  private Learner(
      TrainConfig config,
      DataIdentity data,
      Torch torch,
      NetworkStep step,
      VectorCache cache,
      Optional<Learned> learned,
      Optional<FrozenNetwork.Vectors> reference) {
    this.config = config;
    this.data = data;
    this.torch = torch;
    this.step = step;
    this.cache = cache;
    this.learned = learned;
    this.reference = reference;
    SchedulerConfig policy = config.scheduler();
    this.shaping = new RewardShaping(policy.baselineDecay(), policy.scaleDecay());
  }

  /** Opens the engine and creates all state, new or from a checkpoint. */
  static Learner open(TrainRequest request, TrainingData data, Optional<Checkpoint> checkpoint) {
    TrainConfig config = request.config();
    Torch torch =
        Torch.open(
            config.device(),
            EngineThreads.of(
                config.threads(),
                config.model(),
                config.model().imageSize(),
                config.data().text().maxTokens(),
                config.train().batchSize() / config.train().microBatches()));
    if (config.device().equals("auto")) {
      request.notes().accept(torch.device());
    }
    Framework framework = Frameworks.of(config, data.vocabulary());
    Map<String, float[]> first =
        checkpoint
            .map(found -> found.weights(framework.layout()))
            .orElseGet(
                () ->
                    new StartWeights(
                            torch, config, request.cache(), request.progress(), request.stop())
                        .load(framework, data.world()));
    Parameters parameters = new Parameters(torch.manager(), framework.layout(), first, true);
    AdamW optimiser = new AdamW(torch.manager(), parameters, AdamW.Settings.of(config.optimiser()));
    int rows = data.train().rows();
    Objective objective =
        ObjectiveProvider.of(config)
            .objective(
                new Materials(
                    config,
                    torch,
                    framework,
                    data,
                    first,
                    EpochLayout.batches(rows, rows, config.train().batchSize()),
                    EpochLayout.totalSteps(config, rows)));
    NetworkStep step =
        new NetworkStep(torch, framework, parameters, optimiser, objective, passes(config.train()));
    Learner learner =
        new Learner(
            config,
            data.identity(),
            torch,
            step,
            new VectorCache(rows, framework.vectors()),
            config.method().scheduled()
                ? Optional.of(
                    new Learned(scheduler(config, torch, checkpoint), rewards(config, data, step)))
                : Optional.empty(),
            config.method().jest()
                ? Optional.of(reference(config, torch, data))
                : Optional.empty());
    checkpoint.ifPresent(learner::restore);
    return learner;
  }

  private static FrozenNetwork.Vectors reference(
      TrainConfig config, Torch torch, TrainingData data) {
    Path named = Path.of(config.method().reference());
    Checkpoint found = FrozenNetwork.findComparing(TrainingRun.REFERENCE, named, config, data);
    return new FrozenNetwork(torch, found, data).vectors(data.train(), data.vocabulary());
  }

  private static StepSettings passes(RunConfig run) {
    return new StepSettings(
        run.microBatches(), run.recompute(), run.precision() == TrainConfig.Precision.BFLOAT16);
  }

  private static Scheduler scheduler(
      TrainConfig config, Torch torch, Optional<Checkpoint> checkpoint) {
    Map<String, float[]> first =
        checkpoint
            .map(found -> found.weights(Scheduler.layout(config.scheduler())))
            .orElseGet(() -> Scheduler.layout(config.scheduler()).initialise(config.seed()));
    return new Scheduler(torch, config.scheduler(), config.method().level(), config.seed(), first);
  }

  private static Rewards rewards(TrainConfig config, TrainingData data, NetworkStep step) {
    RewardKind kind = config.scheduler().reward();
    Optional<HeldOutLoss> heldOut =
        kind == RewardKind.HELD_OUT
            ? Optional.of(
                new HeldOutLoss(
                    step.torch(),
                    step.framework(),
                    step.parameters(),
                    data.vocabulary(),
                    data.held(),
                    config.scheduler().heldOut()))
            : Optional.empty();
    return new Rewards(
        kind,
        step.torch(),
        step.framework(),
        step.parameters(),
        heldOut,
        data.trainTruth(),
        passes(config.train()),
        config.seed());
  }

  private void restore(Checkpoint checkpoint) {
    step.restore(checkpoint);
    scheduler().ifPresent(scheduler -> scheduler.restore(checkpoint));
    shaping.restore(checkpoint.state().shaping());
    takenBefore = checkpoint.state().taken();
    cache.restore(checkpoint.values());
  }

  /** Returns the run's state for a checkpoint. */
  RunState state(int epoch, int batch, long steps, int[] taken) {
    return new RunState(
        epoch,
        batch,
        steps,
        step.optimiser().steps(),
        scheduler().map(Scheduler::steps).orElse(0L),
        shaping.state(),
        taken);
  }

  /** Writes a checkpoint. */
  void write(Path file, RunState state) {
    Map<String, float[]> values = step.saved();
    List<ParameterLayout> layouts = new ArrayList<>(List.of(parameters().layout()));
    scheduler()
        .ifPresent(
            scheduler -> {
              values.putAll(scheduler.saved());
              layouts.add(scheduler.parameters().layout());
            });
    values.putAll(cache.saved());
    new Checkpoint(file, config, data, step.objective().identity(), "", "", state, values)
        .write(layouts);
  }

  /** Returns the chained batches of an epoch, composed by the method's policy. */
  EpochBatches chainPlan(EpochLayout layout, Optional<Truth> truth) {
    Policy policy =
        scheduler()
            .<Policy>map(scheduler -> scheduler)
            .orElseGet(
                () ->
                    FixedPolicies.of(
                        config.method(), layout.epoch(), config.train().epochs(), config.seed()));
    int threads =
        config.threads() > 0 ? config.threads() : Runtime.getRuntime().availableProcessors();
    ChainPlan.Settings settings =
        new ChainPlan.Settings(
            config.method().composition(),
            config.scheduler().quantiles(),
            SpaceConstraints.of(
                config.method().constraints(), new TrainingFacts(truth, layout.rows())),
            threads);
    return new ChainPlan(layout, cache, policy, settings);
  }

  /** Returns the learning policy; empty for policies without learning. */
  Optional<Algorithm2.Scheduled> scheduled() {
    boolean instances = config.method().level() == Composition.Level.INSTANCE;
    return learned.map(
        known ->
            new Algorithm2.Scheduled(
                known.rewards(), new PolicyStep(known.scheduler(), shaping, instances)));
  }

  int[] takenBefore() {
    return takenBefore;
  }

  Torch torch() {
    return torch;
  }

  Framework framework() {
    return step.framework();
  }

  Parameters parameters() {
    return step.parameters();
  }

  NetworkStep step() {
    return step;
  }

  /** Returns a reference network's vectors of all pairs; empty except for jest. */
  Optional<FrozenNetwork.Vectors> reference() {
    return reference;
  }

  /** Returns the scheduler; empty for policies without learning. */
  Optional<Scheduler> scheduler() {
    return learned.map(Learned::scheduler);
  }

  VectorCache cache() {
    return cache;
  }

  @Override
  public void close() {
    step.objective().close();
    torch.close();
  }
}
