// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit;

import dev.falcon.data.work.Shard;
import java.nio.file.Path;

/**
 * The result of one task of a shared audit. A block holds the pairs of 64 images.
 *
 * @param folder the folder of the audit
 * @param shard the task
 * @param judged the number of blocks that this run judged
 * @param found the number of the task's blocks that an earlier run finished
 * @param missing the number of unfinished blocks of all tasks
 * @param blocks the number of blocks of the audit
 */
public record AuditShardResult(
    Path folder, Shard shard, int judged, int found, int missing, int blocks) {}
