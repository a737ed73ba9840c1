// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import dev.falcon.data.Reject;
import dev.falcon.data.work.Shard;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of one task.
 *
 * @param folder the folder of the plan
 * @param shard the task
 * @param mined the number of parts that this run mined
 * @param found the number of the task's parts that an earlier run finished
 * @param missing the number of unfinished parts of all tasks
 * @param parts the number of parts of the plan
 * @param rejects the unusable rows of the store
 */
public record ShardResult(
    Path folder, Shard shard, int mined, int found, int missing, int parts, List<Reject> rejects) {
  public ShardResult {
    rejects = List.copyOf(rejects);
  }
}
