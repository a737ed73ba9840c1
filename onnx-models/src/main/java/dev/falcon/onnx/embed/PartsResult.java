// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.work.Shard;
import java.nio.file.Path;

/**
 * The result of one task of a store in parts.
 *
 * @param folder the store's folder
 * @param shard the task
 * @param embedded number of parts embedded by this run
 * @param found the number of the task's parts that an earlier run finished
 * @param missing number of unfinished parts of all tasks
 * @param parts number of parts of the store: the dataset's shards
 * @param rows the number of rows of the parts that this run embedded
 * @param rejects the number of unusable rows of these parts
 */
public record PartsResult(
    Path folder,
    Shard shard,
    int embedded,
    int found,
    int missing,
    int parts,
    long rows,
    long rejects) {}
