// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.Progress;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.TaskConfig;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoint;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Settings that can create their task. Each is listed in the file of services. */
public interface TaskProvider extends TaskConfig {
  /** Opens the task of a configuration. */
  FinetuningTask open(TaskMaterials materials);

  /**
   * Returns the form in which a checkpoint of the task is exported.
   *
   * @throws dev.falcon.data.RequestException if the task is only a step before another one
   */
  TaskExport exported(Checkpoint checkpoint);

  /**
   * The inputs of a task.
   *
   * @param config the configuration of the run
   * @param origin the network from which the run starts
   * @param cache the folder that caches datasets in the form that training needs
   * @param stop polled while files are read
   */
  record TaskMaterials(
      FinetuneConfig config, Origin origin, Path cache, Progress progress, BooleanSupplier stop) {
    /**
     * Returns the pairs on which the origin was trained, or those that the configuration names.
     *
     * @param measured whether the held-out pairs are also needed
     */
    public TrainingData pairs(boolean measured) {
      return TrainingData.open(
          OriginPairs.of(config, origin.config(), measured), cache, progress, stop);
    }
  }
}
