// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.finetuning.internal.FinetuningRun;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.run.DivergedException;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Fine-tunes a checkpoint on questions or statements, from the first step or from the last
 * checkpoint.
 */
public final class Finetuner {
  private Finetuner() {}

  /**
   * Fine-tunes to the end, or until a stop is requested.
   *
   * @throws RequestException if the folder holds another run, or there are no usable examples
   * @throws DivergedException if a loss or a gradient is not finite; the message names the last
   *     checkpoint
   * @throws FalconException if another process is writing into the folder
   */
  public static FinetuneResult finetune(FinetuneRequest request) {
    RunFolder.KIND.require(request.out(), FinetuneReader.inputs(request.config()));
    return RunFolder.REPLACEMENT.locked(
        request.out(),
        request.overwrite(),
        place -> run(request.into(place), !place.equals(request.out())));
  }

  /**
   * Returns the configuration of fine-tuning for retrieval, which {@link Trainer} then trains.
   *
   * @param checkpoint an ALBEF checkpoint, or a run's folder
   * @param preset one of {@link FinetuneReader#presets}, or null for the one that the file names
   * @param file the user's YAML, or null
   * @param overrides overrides {@code key=value}, with the key's parts separated by dots and the
   *     value in YAML
   */
  public static TrainConfig retrieval(
      Path checkpoint, String preset, Path file, List<String> overrides) {
    TrainConfig origin = Origin.open(checkpoint, 0).config();
    return FinetuneReader.retrieval(origin, checkpoint, preset, file, overrides);
  }

  /**
   * Fine-tunes in the request's folder.
   *
   * @param replaces whether the folder is that of a run which replaces another when it is complete
   */
  private static FinetuneResult run(FinetuneRequest request, boolean replaces) {
    RunFolder folder = new RunFolder(request.out());
    FinetuneConfig config = request.config();
    Optional<Checkpoint> interrupted =
        replaces
            ? Checkpoints.replacing(
                Checkpoints.newest(folder), found -> requireSameRun(found, config))
            : Checkpoints.interrupted(folder, request.overwrite());
    interrupted.ifPresent(found -> requireSameRun(found, config));
    Origin origin =
        Origin.open(
            Path.of(config.start().checkpoint()),
            config.model().imageSize(),
            config.task().framework());
    // The configuration's package cannot name the class that opens tasks; all settings come from
    // here.
    TaskProvider settings = (TaskProvider) config.task();
    TaskMaterials materials =
        new TaskMaterials(config, origin, request.cache(), request.progress(), request.stop());
    try (FinetuningTask task = settings.open(materials)) {
      Optional<Checkpoint> resumed =
          replaces
              ? Checkpoints.replacing(interrupted, found -> requireSameData(found, task))
              : interrupted;
      resumed.ifPresent(found -> requireSameData(found, task));
      try (FinetuningRun run =
          FinetuningRun.open(request, folder, origin.config(), task, resumed)) {
        folder.begin(
            request.overwrite() && resumed.isEmpty(), FinetuneReader.write(config), task.rejects());
        task.leave(folder);
        return run.train();
      }
    }
  }

  private static void requireSameRun(Checkpoint found, FinetuneConfig config) {
    if (found.task().isEmpty()) {
      throw found.unlike("of falcon train");
    }
    FinetuneConfig there = FinetuneReader.readEffective(found.task());
    FinetuneConfig like = config.withPaceOf(there);
    if (!like.equals(there)) {
      throw found.unlike(
          "with another configuration: " + FinetuneReader.firstDifference(there, like));
    }
  }

  private static void requireSameData(Checkpoint found, FinetuningTask task) {
    if (!found.data().equals(task.identity())) {
      throw found.unlike(
          "that began with another checkpoint, or with other examples, than are there now");
    }
  }
}
