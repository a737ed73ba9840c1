// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.task;

import dev.falcon.data.file.Folders;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import java.nio.file.Path;
import java.util.Optional;

/** Finds a task's data. */
public final class TaskRunners {
  private TaskRunners() {}

  /**
   * Returns the task with its data; empty if the data do not exist.
   *
   * @throws dev.falcon.data.FalconException if existing data are invalid; nothing has been computed
   *     in this case
   */
  public static Optional<TaskRunner> find(Task task, Path dataDir) {
    Path folder = dataDir.resolve(task.folder());
    return switch (task.protocol()) {
      case RETRIEVAL -> RetrievalData.find(task, dataDir).map(RetrievalTask::new);
      case WINOGAVIL ->
          Folders.isFolder(folder) ? Optional.of(new WinogavilTask(folder)) : Optional.empty();
      case FACES ->
          Folders.isFolder(folder) ? Optional.of(new FaceTask(task, folder)) : Optional.empty();
      case CLASSIFICATION, IWILDCAM, CAMELYON17, FMOW, DOLLAR_STREET, GEODE ->
          Folders.isFolder(folder)
              ? Optional.of(new ClassificationTask(task, folder, sibling(task, dataDir)))
              : Optional.empty();
    };
  }

  /** Returns the shards of the task with the same images, or null. */
  private static ShardFolder sibling(Task task, Path dataDir) {
    if (task.sharesImagesWith() == null) {
      return null;
    }
    Path folder = dataDir.resolve(Suite.find(task.sharesImagesWith()).orElseThrow().folder());
    return Folders.isFolder(folder) ? ShardFolder.open(folder) : null;
  }
}
