package dev.falcon.training.internal.finetuning;

import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.eval.metric.Scores;
import dev.falcon.training.config.FinetuneConfig;
import dev.falcon.training.config.FinetuneReader;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.finetuning.task.FinetuningTask;
import dev.falcon.training.internal.input.picture.PictureFeed;
import dev.falcon.training.internal.loop.batch.EpochLayout;
import dev.falcon.training.internal.loop.metric.MetricsLog;
import dev.falcon.training.internal.loop.metric.Stopwatch;
import dev.falcon.training.internal.random.Purpose;
import dev.falcon.training.internal.report.FinetuningPage;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.RunFolder;
import dev.falcon.training.internal.store.RunState;
import dev.falcon.training.internal.tensor.LearningRate;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.FinetuneRequest;
import dev.falcon.training.run.FinetuneResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fine-tuning from the first step to the last: epochs of shuffled examples, checkpoints, metrics
 * and measurements.
 */
public final class FinetuningRun implements AutoCloseable {
  private final FinetuneRequest request;
  private final FinetuneConfig config;
  private final TrainConfig origin;
  private final RunFolder folder;
  private final FinetuningTask task;
  private final FinetuningStep network;
  private final LearningRate rate;
  private final PictureFeed pictures;
  private final Stopwatch watch;
  private final int batches;
  private final Measurements measurements;
  private int epoch;
  private int batch;
  private long step;
  private Path saved;

  private FinetuningRun(
      FinetuneRequest request,
      RunFolder folder,
      TrainConfig origin,
      FinetuningTask task,
      FinetuningStep network) {
    this.request = request;
    this.config = request.config();
    this.origin = origin;
    this.folder = folder;
    this.task = task;
    this.network = network;
    int size = config.train().batchSize();
    this.batches = EpochLayout.batches(task.examples(), task.examples(), size);
    this.rate = LearningRate.of(config.schedule(), (long) batches * config.train().epochs());
    long bytes = (long) config.data().ahead() << 20;
    this.pictures =
        new PictureFeed(task.pictures(), config.seed(), config.data().workerThreads(), bytes);
    this.watch = new Stopwatch(config.threads() == 1 && !network.torch().onGpu());
    this.measurements = new Measurements(config, folder, task);
  }

  /**
   * Opens a run: from its beginning, or from where it was interrupted.
   *
   * @param origin the configuration of the network that it begins with
   * @throws RequestException if there are not enough examples
   */
  public static FinetuningRun open(
      FinetuneRequest request,
      RunFolder folder,
      TrainConfig origin,
      FinetuningTask task,
      Optional<Checkpoint> interrupted) {
    int size = request.config().train().batchSize();
    if (size > task.examples()) {
      throw new RequestException(
          "train.batch_size must not exceed the "
              + task.examples()
              + " training examples; batch_size="
              + size);
    }
    FinetuningStep network = FinetuningStep.open(request.config(), task, interrupted);
    FinetuningRun run = new FinetuningRun(request, folder, origin, task, network);
    interrupted.ifPresent(
        found -> {
          run.epoch = found.state().epoch();
          run.batch = found.state().batch();
          run.step = found.state().step();
          run.saved = found.file();
        });
    return run;
  }

  /** Runs to the end, or until it is told to stop. */
  public FinetuneResult train() {
    int epochs = config.train().epochs();
    try (MetricsLog log = MetricsLog.open(folder, step);
        Progress.Task progress =
            request.progress().begin("fine-tuning", (long) epochs * batches, "steps")) {
      progress.advance(step);
      measurements.goOn();
      while (epoch < epochs) {
        int[] order = begin();
        while (batch < batches) {
          takeStep(order, log);
          progress.advance(1);
          if (request.stop().getAsBoolean()) {
            save(log);
            return result(false);
          }
          int every = config.checkpoint().everySteps();
          if (every > 0 && step % every == 0) {
            save(log);
          }
        }
        endEpoch(log);
      }
      folder.writeTiming(watch.timing());
      folder.writeResult(measurements.result());
      return result(true);
    }
  }

  private FinetuneResult result(boolean finished) {
    return new FinetuneResult(
        finished,
        step,
        saved,
        measurements.scores(),
        measurements.epoch(),
        task.rejects().size(),
        watch.milliseconds());
  }

  /** The epoch's examples in their order. */
  private int[] begin() {
    int size = config.train().batchSize();
    int all = task.examples();
    int[] order = new EpochLayout(all, all, size, config.seed(), epoch).order();
    int[] rows = new int[batches * size * task.imagesEach()];
    for (int i = 0; i < batches; i++) {
      int[] some = rows(Arrays.copyOfRange(order, i * size, (i + 1) * size));
      System.arraycopy(some, 0, rows, i * some.length, some.length);
    }
    pictures.begin(epoch, rows, size * task.imagesEach());
    return order;
  }

  /** The first pictures of examples, then their second ones, and so on. */
  private int[] rows(int[] examples) {
    int[] rows = new int[examples.length * task.imagesEach()];
    Arrays.setAll(
        rows, at -> examples[at % examples.length] * task.imagesEach() + at / examples.length);
    return rows;
  }

  private void takeStep(int[] order, MetricsLog log) {
    watch.begin();
    int size = config.train().batchSize();
    int[] examples = Arrays.copyOfRange(order, batch * size, (batch + 1) * size);
    float[] pixels = pictures.take(rows(examples));
    watch.lap(Stopwatch.Stage.INPUTS);
    double learningRate = rate.at(epoch, batch, step);
    // Kept below 2^31, which is what the engine's seed holds.
    long dropout = Purpose.DROPOUT.at(config.seed(), step).nextLong() >>> 34;
    FinetuningStep.Result result =
        network.take(examples, pixels, step, dropout, learningRate, batches, watch);
    if (!Double.isFinite(result.norm()) || !Float.isFinite(result.loss())) {
      throw diverged("the loss is " + result.loss() + ", the gradient's norm " + result.norm());
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("epoch", epoch);
    line.put("step", step);
    line.put("learning_rate", learningRate);
    line.put(task.name(), result.loss());
    line.put("gradient_norm", result.norm());
    log.write(line);
    watch.lap(Stopwatch.Stage.BOOKKEEPING);
    batch++;
    step++;
  }

  private void endEpoch(MetricsLog log) {
    boolean last = epoch + 1 == config.train().epochs();
    int every = config.evaluation().everyEpochs();
    if (last || (every > 0 && (epoch + 1) % every == 0)) {
      Scores scores =
          measurements.take(
              epoch,
              step,
              network.parameters().untrained(),
              network.torch().manager(),
              request.progress());
      if (!scores.isEmpty()) {
        log.write(new MetricsLog.Measured(epoch, step, scores));
      }
    }
    epoch++;
    batch = 0;
    save(log);
  }

  private DivergedException diverged(String what) {
    return new DivergedException(
        step,
        "step "
            + step
            + ": "
            + what
            + "; the last good checkpoint is "
            + (saved == null ? "none" : saved)
            + "; a lower schedule.base or optimiser.clip may help");
  }

  private void save(MetricsLog log) {
    log.flush();
    if (!network.parameters().finite()) {
      throw diverged("the weights hold what is no number");
    }
    Path file = folder.checkpoint(step);
    RunState state =
        new RunState(epoch, batch, step, network.optimiserSteps(), 0, null, new int[0]);
    new Checkpoint(
            file, origin, task.identity(), "", FinetuneReader.write(config), state, network.saved())
        .write(List.of(task.layout()));
    saved = file;
    folder.prune(config.checkpoint().keep(), measurements.checkpoint());
    FinetuningPage.write(folder, config);
  }

  @Override
  public void close() {
    pictures.close();
    network.close();
  }
}
