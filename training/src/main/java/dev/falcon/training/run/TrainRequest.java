package dev.falcon.training.run;

import dev.falcon.data.Progress;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A run that is asked for.
 *
 * @param config everything that decides its result
 * @param out the run's folder; a run that was interrupted there goes on
 * @param overwrite whether a run that is there already is thrown away
 * @param cache where warm starts, and datasets that were read, are kept for later runs
 * @param progress is told of every step
 * @param stop looked at after every step, and while a dataset is read; once true, the run is saved
 *     and ends
 * @param notes takes lines that the user should read: which device {@code auto} chose, and why
 */
public record TrainRequest(
    TrainConfig config,
    Path out,
    boolean overwrite,
    Path cache,
    Progress progress,
    BooleanSupplier stop,
    Consumer<String> notes) {
  /** A request whose notes nobody reads. */
  public TrainRequest(
      TrainConfig config,
      Path out,
      boolean overwrite,
      Path cache,
      Progress progress,
      BooleanSupplier stop) {
    this(config, out, overwrite, cache, progress, stop, note -> {});
  }
}
