// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import dev.falcon.data.RequestException;
import dev.falcon.data.work.OutputKind;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Reads the checkpoints of a run's folder. */
public final class Checkpoints {
  private Checkpoints() {}

  /**
   * Returns the checkpoint from which a repeated request resumes; empty if there is none.
   *
   * @param overwrite whether existing files are to be discarded
   * @throws RequestException if the run is finished and may not be overwritten
   */
  public static Optional<Checkpoint> interrupted(RunFolder run, boolean overwrite) {
    if (run.finished() && !overwrite) {
      throw OutputKind.exists(run.path());
    }
    return overwrite ? Optional.empty() : newest(run);
  }

  /**
   * Returns the checkpoint from which a run resumes that is to replace another; empty if there is
   * none, or if it is of another request, which is then discarded.
   *
   * @param check refuses a checkpoint of another request
   */
  public static Optional<Checkpoint> replacing(
      Optional<Checkpoint> found, Consumer<Checkpoint> check) {
    try {
      found.ifPresent(check);
      return found;
    } catch (RequestException e) {
      return Optional.empty();
    }
  }

  /** Returns the newest checkpoint. */
  public static Optional<Checkpoint> newest(RunFolder run) {
    List<Path> files = run.checkpointFiles();
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(Checkpoint.read(files.get(files.size() - 1)));
  }

  /** Returns the checkpoint at the end of an epoch, counted from 1; empty if it was not kept. */
  public static Optional<Checkpoint> afterEpoch(RunFolder run, int epochs) {
    for (Path file : run.checkpointFiles()) {
      RunState state = Checkpoint.readState(file);
      if (state.epoch() == epochs && state.batch() == 0) {
        return Optional.of(Checkpoint.read(file));
      }
    }
    return Optional.empty();
  }
}
