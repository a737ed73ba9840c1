package dev.falcon.spark.internal;

import dev.falcon.data.store.VectorType;
import java.io.Serializable;
import java.util.List;

/**
 * The result of checking one shard.
 *
 * @param rescaled rows of which a vector is not normalised
 * @param rejected rows of the store whose vectors cannot be used, with their keys and reasons
 * @param named rows that a list of vetoes may name, with their keys; and row 0
 * @param keys digests of the keys, in their order; none where they are left out
 * @param modified when its files were changed last
 * @param sha256 the digests of its files
 */
record ShardFinding(
    long firstRow,
    int dimension,
    VectorType type,
    boolean imageIds,
    boolean captions,
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
        rescaled,
        rejected,
        otherNamed,
        otherKeys,
        modified,
        sha256);
  }
}
