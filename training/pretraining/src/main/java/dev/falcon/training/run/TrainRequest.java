// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import dev.falcon.data.Progress;
import dev.falcon.training.config.TrainConfig;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A request for a training run.
 *
 * @param config everything that decides the result
 * @param out the run's folder; an interrupted run in it resumes
 * @param overwrite whether an existing run is discarded
 * @param cache the folder in which warm starts and parsed datasets are kept for later runs
 * @param progress receives every step
 * @param stop polled after every step, and while a dataset is read; once true, the run is saved and
 *     ends
 * @param notes receives messages for the user, such as which device {@code auto} has selected, and
 *     why
 */
public record TrainRequest(
    TrainConfig config,
    Path out,
    boolean overwrite,
    Path cache,
    Progress progress,
    BooleanSupplier stop,
    Consumer<String> notes) {
  /** Creates a request without a receiver of notes. */
  public TrainRequest(
      TrainConfig config,
      Path out,
      boolean overwrite,
      Path cache,
      Progress progress,
      BooleanSupplier stop) {
    this(config, out, overwrite, cache, progress, stop, note -> {});
  }

  /** Returns a copy that writes into another folder. */
  public TrainRequest into(Path folder) {
    return new TrainRequest(config, folder, overwrite, cache, progress, stop, notes);
  }

  /** Returns a copy with another configuration. */
  public TrainRequest withConfig(TrainConfig other) {
    return new TrainRequest(other, out, overwrite, cache, progress, stop, notes);
  }
}
