package dev.falcon.mining.audit;

import dev.falcon.data.file.Shard;
import java.nio.file.Path;

/**
 * The result of one task of a shared audit. A block is the pairs of 64 images.
 *
 * @param folder of the audit
 * @param shard the task
 * @param judged number of blocks judged by this run
 * @param found number of the task's blocks finished by an earlier run
 * @param missing number of unfinished blocks of all tasks
 * @param blocks number of blocks of the audit
 */
public record AuditShardResult(
    Path folder, Shard shard, int judged, int found, int missing, int blocks) {}
