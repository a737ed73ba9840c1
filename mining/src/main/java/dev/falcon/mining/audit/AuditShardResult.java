package dev.falcon.mining.audit;

import dev.falcon.data.parts.Shard;
import java.nio.file.Path;

/**
 * What one task has done of an audit that several make. A block is the pairs of 64 images.
 *
 * @param folder of the audit
 * @param shard which task it was
 * @param judged blocks that it has had judged
 * @param found blocks of its that were done already
 * @param missing blocks of all tasks that are still to be judged
 * @param blocks of the audit
 */
public record AuditShardResult(
    Path folder, Shard shard, int judged, int found, int missing, int blocks) {}
