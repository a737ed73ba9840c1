// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.finetuning.FinetuneRequest;
import dev.falcon.downstream.finetuning.FinetuneResult;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.input.PictureFeed;
import dev.falcon.training.internal.input.Pictures;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.course.LoopBody;
import dev.falcon.training.internal.loop.course.LoopBody.Position;
import dev.falcon.training.internal.loop.course.MetricsLog;
import dev.falcon.training.internal.loop.course.Stopwatch;
import dev.falcon.training.internal.loop.course.TrainingLoop;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.FrozenWeights;
import dev.falcon.training.internal.store.RunProvenance;
import dev.falcon.training.internal.store.RunState;
import dev.falcon.training.internal.tensor.EngineThreads;
import dev.falcon.training.internal.tensor.Parameters;
import dev.falcon.training.internal.tensor.Prefetcher;
import dev.falcon.training.internal.tensor.Torch;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The parts of a fine-tuning run other than its loop: epochs of shuffled examples, metrics and
 * measurements.
 */
public final class FinetuningRun implements LoopBody, AutoCloseable {
  private final FinetuneRequest request;
  private final FinetuneConfig config;
  private final TrainConfig origin;
  private final RunFolder folder;
  private final FinetuningTask task;
  private final FinetuningStep network;
  private final TrainingLoop loop;
  private final PictureFeed pictures;
  private final Prefetcher<NDArray> ahead;
  private final Stopwatch watch;
  private final int batches;
  private final int imageSize;
  private final Measurements measurements;
  private Optional<String> frozen; // the digest of the frozen weights, once they are written
  private int[] order; // of the examples in the current epoch

  private FinetuningRun(
      FinetuneRequest request,
      RunFolder folder,
      TrainConfig origin,
      FinetuningTask task,
      FinetuningStep network,
      Optional<Checkpoint> interrupted,
      boolean early) {
    this.request = request;
    this.config = request.config();
    this.origin = origin;
    this.folder = folder;
    this.task = task;
    this.network = network;
    int size = config.train().batchSize();
    this.batches = EpochLayout.batches(task.examples(), task.examples(), size);
    long bytes = (long) config.data().ahead() << 20;
    Pictures shown = task.pictures();
    this.imageSize = shown.format().size();
    this.pictures = new PictureFeed(shown, config.seed(), config.data().workerThreads(), bytes);
    this.ahead = new Prefetcher<>(network.torch().manager(), early);
    this.watch = new Stopwatch(config.threads() == 1 && !network.torch().onGpu());
    this.measurements = new Measurements(config, folder, task);
    TrainingLoop.Settings settings =
        new TrainingLoop.Settings(
            config.seed(),
            config.train().epochs(),
            (long) batches * config.train().epochs(),
            config.schedule(),
            config.checkpoint(),
            request.stop());
    this.frozen = interrupted.map(Checkpoint::frozen).filter(digest -> !digest.isEmpty());
    this.loop = new TrainingLoop(this, folder, settings, watch, interrupted);
  }

  /**
   * Opens a run, new or interrupted.
   *
   * @param origin the configuration of the network from which it starts
   * @throws RequestException if there are not enough examples
   */
  public static FinetuningRun open(
      FinetuneRequest request,
      RunFolder folder,
      TrainConfig origin,
      FinetuningTask task,
      Optional<Checkpoint> interrupted) {
    return open(request, folder, origin, task, interrupted, Torch::onGpu);
  }

  /**
   * @param ahead whether pictures are copied ahead, as in pretraining
   */
  static FinetuningRun open(
      FinetuneRequest request,
      RunFolder folder,
      TrainConfig origin,
      FinetuningTask task,
      Optional<Checkpoint> interrupted,
      Predicate<Torch> ahead) {
    int size = request.config().train().batchSize();
    if (size > task.examples()) {
      throw new RequestException(
          "train.batch_size must not exceed the "
              + task.examples()
              + " training examples; batch_size="
              + size);
    }
    int threads =
        EngineThreads.of(
            request.config().threads(),
            origin.model(),
            task.pictures().format().size(),
            request.config().data().text().maxTokens(),
            size * task.imagesEach());
    FinetuningStep network = FinetuningStep.open(request.config(), threads, task, interrupted);
    boolean early = ahead.test(network.torch());
    return new FinetuningRun(request, folder, origin, task, network, interrupted, early);
  }

  /** Runs to the end, or until a stop is requested. */
  public FinetuneResult train() {
    long total = (long) batches * config.train().epochs();
    try (MetricsLog log = MetricsLog.open(folder, loop.steps(), loop.steps() + 1);
        Progress.Task progress = request.progress().begin("fine-tuning", total, "steps")) {
      measurements.resume();
      boolean finished = loop.run(log, progress);
      if (finished) {
        report(); // a run may have been stopped after its last checkpoint
        folder.writeTiming(watch.timing());
        folder.writeResult(measurements.result(), provenance());
      }
      return result(finished);
    }
  }

  private Provenance provenance() {
    return RunProvenance.of(
        "finetune " + task.name(),
        config.seed(),
        FinetuneReader.write(config),
        FinetuneReader.inputs(config),
        List.of(),
        network.torch().version());
  }

  private FinetuneResult result(boolean finished) {
    return new FinetuneResult(
        finished,
        loop.steps(),
        loop.saved(),
        measurements.scores(),
        measurements.epoch(),
        task.rejects().size(),
        watch.milliseconds());
  }

  @Override
  public int begin(int epoch) {
    int size = config.train().batchSize();
    int all = task.examples();
    order = new EpochLayout(all, all, size, config.seed(), epoch).order();
    int[] rows = new int[batches * size * task.imagesEach()];
    for (int i = 0; i < batches; i++) {
      int[] some = rows(examples(i));
      System.arraycopy(some, 0, rows, i * some.length, some.length);
    }
    pictures.begin(epoch, rows, size * task.imagesEach());
    return batches;
  }

  /**
   * Returns the picture rows of the examples: their first pictures, then their second ones, and so
   * on.
   */
  private int[] rows(int[] examples) {
    int[] rows = new int[examples.length * task.imagesEach()];
    Arrays.setAll(
        rows, at -> examples[at % examples.length] * task.imagesEach() + at / examples.length);
    return rows;
  }

  @Override
  public Object take(Position at) {
    FinetuningStep.Result result;
    try (Prefetcher.Made<NDArray> pixels = ahead.take(memory -> pixels(memory, at.batch()))) {
      watch.lap(Stopwatch.Stage.INPUTS);
      if (at.batch() + 1 < batches) {
        ahead.begin(memory -> pixels(memory, at.batch() + 1));
      }
      result = network.take(examples(at.batch()), pixels.value(), at, batches, watch);
    }
    if (!Double.isFinite(result.norm()) || !Float.isFinite(result.loss())) {
      throw loop.diverged(
          "the loss is " + result.loss() + ", the gradient's norm " + result.norm());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("epoch", at.epoch());
    line.put("step", at.step());
    line.put("learning_rate", at.learningRate());
    line.put(task.name(), result.loss());
    line.put("gradient_norm", result.norm());
    return line;
  }

  /** Returns the examples of a batch of the epoch. */
  private int[] examples(int batch) {
    int size = config.train().batchSize();
    return Arrays.copyOfRange(order, batch * size, (batch + 1) * size);
  }

  private NDArray pixels(NDManager memory, int batch) {
    float[] pixels = pictures.take(rows(examples(batch)));
    return Torch.pictures(memory, pixels, imageSize);
  }

  @Override
  public void end(int epoch, long steps, MetricsLog log) {
    boolean last = epoch + 1 == config.train().epochs();
    int every = config.evaluation().everyEpochs();
    if (last || (every > 0 && (epoch + 1) % every == 0)) {
      Scores scores =
          measurements.take(
              epoch,
              steps,
              network.parameters().untrained(),
              network.torch().manager(),
              request.progress());
      if (!scores.isEmpty()) {
        log.write(new MetricsLog.Measured(epoch, steps, scores));
      }
    }
  }

  @Override
  public Parameters parameters() {
    return network.parameters();
  }

  @Override
  public void write(Path file, int epoch, int batch, long steps) {
    RunState state =
        new RunState(epoch, batch, steps, network.optimiserSteps(), 0, null, new int[0]);
    new Checkpoint(
            file,
            origin,
            task.identity(),
            "",
            FinetuneReader.write(config),
            frozen(),
            state,
            network.saved())
        .write(List.of(task.layout()));
  }

  /** Writes the frozen weights with the run's first checkpoint. */
  private String frozen() {
    Parameters parameters = network.parameters();
    if (frozen.isEmpty() && !parameters.layout().frozen().isEmpty()) {
      frozen =
          Optional.of(
              FrozenWeights.write(folder.frozen(), parameters.layout(), parameters.still()));
    }
    return frozen.orElse("");
  }

  @Override
  public Optional<Path> spared() {
    return measurements.checkpoint();
  }

  @Override
  public void report() {
    FinetuningPage.write(folder, config);
  }

  @Override
  public void close() {
    ahead.close(); // closed first, since it may wait for pictures
    pictures.close();
    network.close();
  }
}
