// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.RerankDepth;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.events.Shown;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.RetrievalEvaluation;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.course.FalseNegatives;
import dev.falcon.training.internal.loop.course.LoopBody;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.loop.course.MetricsLog;
import dev.falcon.training.internal.loop.course.StepMetrics;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.loop.course.TrainingLoop;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunProvenance;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Prefetcher;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.TensorScope;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.run.RunFolder;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The course of a run around {@link Algorithm2}: epochs, metrics, checkpoints and evaluations. Its
 * batches come from a {@link RunFeed}.
 */
public final class TrainingRun implements LoopBody, AutoCloseable {
  /** The configuration key of JEST's reference. */
  static final String REFERENCE = "method.reference";

  /** The gradient norm above which gradients count as exploded. */
  private static final double EXPLODED = 1e6;

  private final TrainRequest request;
  private final TrainConfig config;
  private final RunFolder folder;
  private final TrainingData data;
  private final Learner learner;
  private final BatchFeed batches;
  private final Algorithm2 algorithm;
  private final TrainingLoop loop;
  private final RetrievalEvaluation retrieval;
  private final RunFeed feed;
  private final Stopwatch watch;
  private final RunReport report;
  private final ShownPairs shownPairs;
  private int epochBatches; // of the current epoch

  private TrainingRun(
      TrainRequest request,
      RunFolder folder,
      TrainingData data,
      Learner learner,
      Optional<Checkpoint> checkpoint,
      boolean ahead) {
    this.request = request;
    this.config = request.config();
    this.folder = folder;
    this.data = data;
    this.learner = learner;
    this.retrieval =
        new RetrievalEvaluation(
            learner.torch(), learner.framework(), data.vocabulary(), data.held(), data.heldTruth());
    this.feed = new RunFeed(config, data, learner);
    this.watch = new Stopwatch(config.threads() == 1 && !learner.torch().onGpu());
    this.batches =
        new BatchFeed(feed::inputs, new Prefetcher<>(learner.torch().manager(), ahead), watch);
    this.algorithm =
        new Algorithm2(batches, learner.step(), learner.scheduled(), this::requireFinite, watch);
    TrainingLoop.Settings settings =
        new TrainingLoop.Settings(
            config.seed(),
            config.train().epochs(),
            EpochLayout.totalSteps(config, data.train().rows()),
            config.schedule(),
            config.checkpoint(),
            request.stop());
    this.loop = new TrainingLoop(this, folder, settings, watch, checkpoint);
    this.report = new RunReport(config, folder, data, loop.steps());
    this.shownPairs = new ShownPairs(data.train(), config.model().imageSize());
  }

  /**
   * Opens a run, new or from a checkpoint.
   *
   * @param data the data, which {@link #requirePossible} has checked
   */
  public static TrainingRun open(
      TrainRequest request, RunFolder folder, TrainingData data, Optional<Checkpoint> checkpoint) {
    // On the CPU, preparing batches ahead would take time from the step.
    return open(request, folder, data, checkpoint, Torch::onGpu);
  }

  /**
   * @param ahead whether batches that are known in advance are prepared ahead
   */
  static TrainingRun open(
      TrainRequest request,
      RunFolder folder,
      TrainingData data,
      Optional<Checkpoint> checkpoint,
      Predicate<Torch> ahead) {
    Learner learner = Learner.open(request, data, checkpoint);
    return new TrainingRun(request, folder, data, learner, checkpoint, ahead.test(learner.torch()));
  }

  /**
   * Checks that there are enough data for the configuration.
   *
   * @throws RequestException if there are not
   */
  public static void requirePossible(TrainConfig config, TrainingData data) {
    int rows = data.train().rows();
    int batchSize = config.train().batchSize();
    int space = config.method().searchSpace();
    if (batchSize > rows) {
      throw new RequestException(
          "train.batch_size must not exceed the " + rows + " pairs; batch_size=" + batchSize);
    }
    if (space < batchSize || space > rows) {
      throw new RequestException(
          "method.search_space must lie between train.batch_size and the "
              + rows
              + " pairs; search_space="
              + space
              + ", batch_size="
              + batchSize);
    }
    if (config.method().policy().truth() && data.trainTruth().isEmpty()) {
      throw new RequestException(
          "method.name: oracle needs pairs whose truth is known: Scenes, or a list in"
              + " data.train.truth");
    }
    if (config.method().jest()) {
      FrozenNetwork.findComparing(REFERENCE, Path.of(config.method().reference()), config, data);
    }
    if (!config.start().checkpoint().isEmpty()) {
      Origin.open(Path.of(config.start().checkpoint()), config.model().imageSize())
          .requireSameWords(data.identity());
    }
    ObjectiveProvider.of(config).requirePossible(config, data);
  }

  /** Runs to the end, or until a stop is requested. */
  public TrainResult train() {
    long total = EpochLayout.totalSteps(config, data.train().rows());
    long steps = loop.steps();
    try (MetricsLog log = MetricsLog.open(folder, steps, Math.min(steps + 1, total));
        Progress.Task task = request.progress().begin("training", total, "steps")) {
      if (!loop.run(log, task)) {
        return result(false, null);
      }
      Scores scores = evaluate(true);
      log.write(new MetricsLog.Evaluation(config.train().epochs() - 1, loop.steps(), scores));
      log.flush();
      report.write();
      folder.writeTiming(watch.timing());
      folder.writeResult(scores, provenance());
      return result(true, scores);
    }
  }

  private Provenance provenance() {
    return RunProvenance.of(
        "train",
        config.seed(),
        ConfigReader.write(config),
        ConfigReader.inputs(config),
        TrainingData.inputs(config),
        learner.torch().version());
  }

  private TrainResult result(boolean finished, Scores scores) {
    return new TrainResult(
        finished, loop.steps(), loop.saved(), scores, data.rejects().size(), watch.milliseconds());
  }

  @Override
  public int begin(int epoch) {
    EpochBatches plan = feed.begin(epoch);
    batches.begin(plan);
    epochBatches = plan.batches();
    return epochBatches;
  }

  @Override
  public Object take(Position at) {
    Algorithm2.Outcome outcome = algorithm.step(at, learner.takenBefore());
    StepResult result = outcome.result();
    learner.cache().write(outcome.batch().rows(), result.images(), result.texts());
    return metrics(at, outcome);
  }

  @Override
  public void end(int epoch, long steps, MetricsLog log) {
    if (config.method().chained()) {
      completeVectors();
    }
    learner.cache().turn();
    int every = config.evaluation().everyEpochs();
    boolean last = epoch + 1 == config.train().epochs();
    if (!last && every > 0 && (epoch + 1) % every == 0) {
      log.write(new MetricsLog.Evaluation(epoch, steps, evaluate(false)));
    }
    report.epochEnded(epoch, steps, learner);
  }

  @Override
  public Parameters parameters() {
    return learner.parameters();
  }

  @Override
  public void write(Path file, int epoch, int batch, long steps) {
    learner.write(
        file, learner.state(epoch, batch, steps, batch == 0 ? new int[0] : batches.taken()));
  }

  @Override
  public void report() {
    report.write();
  }

  /**
   * Encodes the pairs that were in no batch of the first epoch, without dropout, since they have no
   * vectors yet.
   */
  private void completeVectors() {
    int[] rows = learner.cache().unseen();
    if (rows.length == 0) {
      return;
    }
    Weights weights = learner.parameters().untrained();
    try (TensorScope memory = TensorScope.open(learner.torch().manager())) {
      NDManager manager = memory.manager();
      NDArray pixels = feed.pixels(manager, rows);
      long[][] captions = feed.captions(rows);
      Sequences sequences = Sequences.of(manager, captions, data.vocabulary().padding());
      NDArray images = learner.framework().images(weights, pixels).vectors();
      NDArray texts =
          learner.framework().captions(weights, sequences, sequences.table(captions)).vectors();
      learner.cache().write(rows, images.toFloatArray(), texts.toFloatArray());
    }
  }

  private Scores evaluate(boolean last) {
    TrainConfig.EvaluationConfig asked = config.evaluation();
    RerankDepth depth =
        last
            ? new RerankDepth(asked.rerank(), asked.rerankImages(), asked.rerankCaptions())
            : RerankDepth.NONE;
    return retrieval.measure(learner.parameters(), depth);
  }

  private StepMetrics metrics(Position at, Algorithm2.Outcome outcome) {
    int[] rows = outcome.batch().rows();
    StepResult result = outcome.result();
    return new StepMetrics(
        at.epoch(),
        at.step(),
        at.learningRate(),
        result.losses(),
        result.gradientNorm(),
        result.temperature(),
        data.trainTruth()
            .map(known -> FalseNegatives.of(known, rows, result.decision().pairs(), result.push()))
            .orElse(null),
        data.trainTruth().isEmpty() && data.imagesHaveSeveralCaptions()
            ? FalseNegatives.of(data::sameImage, rows, result.decision().pairs(), result.push())
            : null,
        result.decision().notes(),
        outcome
            .batch()
            .chain()
            .map(chain -> StepMetrics.ChainMetrics.of(chain.composed()))
            .orElse(null),
        outcome.policy().orElse(null),
        outcome
            .batch()
            .chain()
            .map(chain -> shownPairs.of(at, at.batch() + 1 == epochBatches, rows, chain.composed()))
            .orElse(Shown.NONE));
  }

  private void requireFinite(StepResult result) {
    if (!result.finite() || result.gradientNorm() > EXPLODED) {
      throw loop.diverged(
          "the loss or its gradient has left its bounds: "
              + result.losses().entrySet().stream()
                  .map(loss -> loss.getKey().toUpperCase(Locale.ROOT) + " " + loss.getValue())
                  .collect(Collectors.joining(", "))
              + ", gradient norm "
              + result.gradientNorm());
    }
  }

  @Override
  public void close() {
    batches.close(); // closed first, since it may wait for pictures
    feed.close();
    learner.close();
  }
}
