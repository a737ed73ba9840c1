package dev.falcon.mining.plan;

import dev.falcon.data.Reject;
import dev.falcon.data.file.Shard;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of one task.
 *
 * @param folder of the plan
 * @param shard the task
 * @param mined number of parts mined by this run
 * @param found number of the task's parts finished by an earlier run
 * @param missing number of unfinished parts of all tasks
 * @param parts number of parts of the plan
 * @param rejects unusable rows of the store
 */
public record ShardResult(
    Path folder, Shard shard, int mined, int found, int missing, int parts, List<Reject> rejects) {
  public ShardResult {
    rejects = List.copyOf(rejects);
  }
}
