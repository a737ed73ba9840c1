// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.Shard;
import dev.falcon.data.work.TaskCount;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.data.work.WorkUnits;
import dev.falcon.mining.audit.internal.count.PairScores;
import dev.falcon.mining.internal.run.WorkFolder;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The files of tasks in an audit's work folder, which are read when the audit is completed.
 *
 * @param folder the folder of the audit
 */
public record AuditTasks(Path folder) {
  /** The number of tasks, and the number of blocks. */
  private record Tasks(int count, int blocks) {}

  /** The table of pairs; the work folder is beside it. */
  static final String PAIRS_FILE = "pairs.parquet";

  private static final int MOST_BLOCKS = 1 << 20;

  private Path tasks() {
    return work().file(TaskCount.FILE_NAME);
  }

  /** Returns the folder of all tasks' files, which exists until the audit is completed. */
  public Path workFolder() {
    return WorkFolder.beside(folder.resolve(PAIRS_FILE));
  }

  private WorkFolder work() {
    return WorkFolder.shared(workFolder());
  }

  /**
   * Returns whether the folder holds an audit shared by tasks, or may hold one that cannot be read.
   */
  public static boolean isBegun(Path folder) {
    return Folders.exists(new AuditTasks(folder).tasks());
  }

  /**
   * Returns the state of an audit that tasks share or have finished; empty if the folder holds
   * neither.
   */
  public static Optional<WorkStatus> status(Path folder) {
    if (!isBegun(folder)) {
      return Optional.empty();
    }
    AuditTasks audit = new AuditTasks(folder);
    Tasks tasks = audit.read();
    return Optional.of(audit.units(tasks).status("audit", tasks.count(), new TreeMap<>()));
  }

  void keep(Shard shard, int blocks) {
    Json.writeAttempt(tasks(), new Tasks(shard.count(), blocks));
  }

  private Tasks read() {
    Tasks tasks = Json.read(tasks(), Tasks.class);
    TaskCount.require(tasks(), tasks.count());
    if (tasks.blocks() < 0 || tasks.blocks() > MOST_BLOCKS) {
      throw new FalconException(
          tasks() + ": has " + tasks.blocks() + " blocks; there may be 0 to " + MOST_BLOCKS);
    }
    return tasks;
  }

  private WorkUnits units(Tasks tasks) {
    return PairScores.units(work(), tasks.blocks());
  }

  /**
   * Refuses an audit with unjudged blocks.
   *
   * @throws FalconException naming the tasks with unfinished blocks
   */
  public void requireAll() {
    Tasks tasks = read();
    units(tasks).requireAll(folder, tasks.count(), "blocks", "have them judged");
  }
}
