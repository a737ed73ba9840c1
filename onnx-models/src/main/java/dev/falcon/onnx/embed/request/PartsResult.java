package dev.falcon.onnx.embed.request;

import dev.falcon.data.parts.Shard;
import java.nio.file.Path;

/**
 * What one task has done of a store that several make.
 *
 * @param folder of the store
 * @param shard which task it was
 * @param embedded parts that it has embedded
 * @param found parts of its that were done already
 * @param missing parts of all tasks that are still to be embedded
 * @param parts of the store: the dataset's shards
 * @param rows of the parts that it has embedded
 * @param rejects rows of these parts that could not be used
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
