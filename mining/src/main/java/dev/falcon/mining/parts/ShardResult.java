package dev.falcon.mining.parts;

import dev.falcon.data.Reject;
import dev.falcon.data.parts.Shard;
import java.nio.file.Path;
import java.util.List;

/**
 * What one task has done.
 *
 * @param folder of the plan
 * @param shard which task it was
 * @param mined parts that it has mined
 * @param found parts of its that were done already
 * @param missing parts of all tasks that are still to be mined
 * @param parts of the plan
 * @param rejects rows of the store that could not be used
 */
public record ShardResult(
    Path folder, Shard shard, int mined, int found, int missing, int parts, List<Reject> rejects) {
  public ShardResult {
    rejects = List.copyOf(rejects);
  }
}
