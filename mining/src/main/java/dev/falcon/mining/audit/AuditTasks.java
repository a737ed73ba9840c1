package dev.falcon.mining.audit;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.data.parts.Shard;
import dev.falcon.data.parts.TaskList;
import dev.falcon.mining.audit.internal.judge.PairScores;
import dev.falcon.mining.internal.run.WorkFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What tasks leave for the end of an audit, in its work folder.
 *
 * @param folder of the audit
 */
public record AuditTasks(Path folder) {
  /** How many tasks share the work, and what there is of it. */
  private record Tasks(int count, int blocks) {}

  /** The table of pairs, beside which the work folder stands. */
  static final String PAIRS_FILE = "pairs.parquet";

  private static final String TASKS = "tasks.json";

  private Path tasks() {
    return file(TASKS);
  }

  /** A file that is there until the audit ends. */
  public Path file(String name) {
    return work().file(name);
  }

  private WorkFolder work() {
    return WorkFolder.shared(WorkFolder.beside(folder.resolve(PAIRS_FILE)));
  }

  /** Whether tasks make an audit in this folder. */
  public static boolean isHere(Path folder) {
    return Files.exists(new AuditTasks(folder).tasks());
  }

  void keep(Shard shard, int blocks) {
    Json.writeAttempt(tasks(), new Tasks(shard.count(), blocks));
  }

  /**
   * Refuses an audit that is not all judged.
   *
   * @throws FalconException that says which tasks have blocks left
   */
  public void requireAll() {
    Tasks tasks = Json.read(tasks(), Tasks.class);
    List<Integer> missing =
        IntStream.range(0, tasks.blocks())
            .filter(block -> !Files.exists(PairScores.file(work(), block)))
            .boxed()
            .toList();
    if (!missing.isEmpty()) {
      throw new FalconException(
          "%s: %d of %d blocks are missing; have them judged by tasks %s"
              .formatted(
                  folder,
                  missing.size(),
                  tasks.blocks(),
                  TaskList.of(missing).forTasks(tasks.count())));
    }
  }
}
