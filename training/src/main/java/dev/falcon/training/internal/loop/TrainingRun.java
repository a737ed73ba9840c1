package dev.falcon.training.internal.loop;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.RerankDepth;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.evaluation.RetrievalEvaluation;
import dev.falcon.training.internal.finetuning.task.Origin;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.framework.batch.BatchInputs;
import dev.falcon.training.internal.framework.pass.Framework;
import dev.falcon.training.internal.input.Captions;
import dev.falcon.training.internal.input.PairData;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.input.picture.PictureFeed;
import dev.falcon.training.internal.loop.batch.EpochBatches;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.batch.GritPlan;
import dev.falcon.training.internal.loop.batch.JestPlan;
import dev.falcon.training.internal.loop.batch.UniformPlan;
import dev.falcon.training.internal.loop.course.LoopBody;
import dev.falcon.training.internal.loop.course.Position;
import dev.falcon.training.internal.loop.course.TrainingLoop;
import dev.falcon.training.internal.loop.metric.FalseNegatives;
import dev.falcon.training.internal.loop.metric.MetricsLog;
import dev.falcon.training.internal.loop.metric.StepMetrics;
import dev.falcon.training.internal.loop.metric.Stopwatch;
import dev.falcon.training.internal.loop.step.Algorithm2;
import dev.falcon.training.internal.loop.step.BatchFeed;
import dev.falcon.training.internal.loop.step.StepResult;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.random.Purpose;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Weights;
import dev.falcon.training.internal.tensor.engine.Ahead;
import dev.falcon.training.internal.tensor.engine.StepMemory;
import dev.falcon.training.internal.tensor.engine.Torch;
import dev.falcon.training.run.TrainRequest;
import dev.falcon.training.run.TrainResult;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What a run is beside {@link Algorithm2} and its loop: epochs of search spaces, metrics and
 * evaluations.
 */
public final class TrainingRun implements LoopBody, AutoCloseable {
  /** The configuration's key of JEST's reference. */
  static final String REFERENCE = "method.reference";

  /** A gradient beyond this norm has exploded. */
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
  private final PictureFeed pictures;
  private final Stopwatch watch;
  private final RunReport report;

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
    this.pictures = pictures(config, data);
    this.watch = new Stopwatch(config.threads() == 1 && !learner.torch().onGpu());
    this.batches =
        new BatchFeed(this::inputs, new Ahead<>(learner.torch().manager(), ahead), watch);
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
  }

  private static PictureFeed pictures(TrainConfig config, TrainingData data) {
    int workers = data.world().isEmpty() ? config.data().workerThreads() : 0; // scenes are drawn
    long bytes = (long) config.data().ahead() << 20;
    return new PictureFeed(data.train(), config.seed(), workers, bytes);
  }

  /**
   * Opens a run: from nothing, or from a checkpoint.
   *
   * @param data found {@link #requirePossible possible}
   */
  public static TrainingRun open(
      TrainRequest request, RunFolder folder, TrainingData data, Optional<Checkpoint> checkpoint) {
    // On the processor, what is made ahead would take its time from the step.
    return open(request, folder, data, checkpoint, Torch::onGpu);
  }

  /**
   * @param ahead whether batches are made ahead, where they are known
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
   * Checks that the data are enough for the configuration.
   *
   * @throws RequestException if they are not
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

  /** Runs to the end, or until it is told to stop. */
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
      folder.writeResult(scores);
      return result(true, scores);
    }
  }

  private TrainResult result(boolean finished, Scores scores) {
    return new TrainResult(
        finished, loop.steps(), loop.saved(), scores, data.rejects().size(), watch.milliseconds());
  }

  @Override
  public int begin(int epoch) {
    EpochBatches plan = plan(epoch);
    batches.begin(plan);
    return plan.batches();
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
   * Pairs that no batch of the first epoch had a place for have no vectors yet: the network looks
   * at them as it is at the epoch's end, without dropout.
   */
  private void completeVectors() {
    int[] rows = learner.cache().unseen();
    if (rows.length == 0) {
      return;
    }
    long[][] captions = Captions.padded(data.train(), rows, data.vocabulary());
    int size = config.model().imageSize();
    Weights weights = learner.parameters().untrained();
    try (StepMemory memory = StepMemory.open(learner.torch().manager())) {
      NDManager manager = memory.manager();
      NDArray pixels = Torch.floats(manager, pictures.take(rows), rows.length, 3, size, size);
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

  private EpochBatches plan(int epoch) {
    boolean uniform = epoch == 0 || !config.method().chained();
    int rows = data.train().rows();
    int space = uniform ? rows : config.method().searchSpace();
    int batchSize = config.train().batchSize();
    int taken = uniform ? batchSize : config.method().taken(batchSize);
    EpochLayout layout = new EpochLayout(rows, space, taken, config.seed(), epoch);
    if (!uniform && config.method().planned()) {
      GritPlan grit = new GritPlan(layout, learner.cache());
      pictures.begin(epoch, grit.order(), config.train().batchSize());
      return grit;
    }
    pictures.begin(epoch, layout.order(), uniform ? batchSize : space);
    if (!uniform && config.method().jest()) {
      return new JestPlan(layout, batchSize, learner.cache(), learner.reference().orElseThrow());
    }
    return uniform ? new UniformPlan(layout) : learner.chainPlan(layout, data.trainTruth());
  }

  private BatchInputs inputs(NDManager memory, int[] rows, long number) {
    PairData pairs = data.train();
    int size = config.model().imageSize();
    float[] pixels = pictures.take(rows);
    long[][] captions = Captions.padded(pairs, rows, data.vocabulary());
    Framework framework = learner.framework();
    RandomStream mask = Purpose.MASK.at(config.seed(), number);
    RandomStream extra = Purpose.EXTRA_MASK.at(config.seed(), number);
    return BatchInputs.of(
        memory,
        pixels,
        size,
        captions,
        framework.corrupt(captions, mask),
        added -> framework.corrupt(added, extra),
        data.vocabulary());
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
        outcome.policy().orElse(null));
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
    batches.close(); // which may wait for pictures
    pictures.close();
    learner.close();
  }
}
