// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark.internal;

import dev.falcon.data.store.VectorType;
import java.io.Serializable;
import java.util.List;

/**
 * The result of checking one shard.
 *
 * @param columns the columns of texts that it has
 * @param note a line for the user; empty for none
 * @param rescaled the number of rows with a vector that is not normalised
 * @param rejected the rows whose vectors cannot be used, with their keys and reasons
 * @param named the rows to which a list of vetoes may refer, and row 0, with their keys
 * @param keys the digests of the keys, in order; empty if they are left out
 * @param modified the files' times of modification, in milliseconds since 1970
 * @param sha256 the digests of its files
 */
record ShardFinding(
    long firstRow,
    int dimension,
    VectorType type,
    boolean imageIds,
    boolean captions,
    List<String> columns,
    String note,
    long rescaled,
    RowNotes rejected,
    RowNotes named,
    byte[] keys,
    List<Long> modified,
    List<String> sha256)
    implements Serializable {

  ShardFinding withoutKeys() {
    return with(named, new byte[0]);
  }

  ShardFinding withoutNamed() {
    return with(new RowNotes.Builder().build(), keys);
  }

  private ShardFinding with(RowNotes otherNamed, byte[] otherKeys) {
    return new ShardFinding(
        firstRow,
        dimension,
        type,
        imageIds,
        captions,
        columns,
        note,
        rescaled,
        rejected,
        otherNamed,
        otherKeys,
        modified,
        sha256);
  }
}
