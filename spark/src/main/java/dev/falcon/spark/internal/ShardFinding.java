package dev.falcon.spark.internal;

import dev.falcon.data.Provenance;
import dev.falcon.data.store.VectorType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of checking one shard.
 *
 * @param rescaled rows of which a vector is not normalised
 * @param rejected rows of the store whose vectors cannot be used, with their keys and reasons
 * @param named rows that a list of vetoes may name, with their keys; and row 0
 * @param digests of the keys, in their order; empty where rows have no keys
 * @param modified when its files were changed last
 * @param inputNames of its files, if their digests are otherwise unknown
 */
record ShardFinding(
    long firstRow,
    int dimension,
    VectorType type,
    boolean imageIds,
    boolean captions,
    long rescaled,
    List<Row> rejected,
    List<Row> named,
    byte[] digests,
    List<Long> modified,
    List<String> inputNames,
    List<Long> inputBytes,
    List<String> inputDigests)
    implements Serializable {

  /** A row and the remark on it. */
  record Row(long row, String key, String reason) implements Serializable {}

  ShardFinding withoutDigests() {
    return new ShardFinding(
        firstRow,
        dimension,
        type,
        imageIds,
        captions,
        rescaled,
        rejected,
        named,
        new byte[0],
        modified,
        inputNames,
        inputBytes,
        inputDigests);
  }

  List<Provenance.Input> inputs() {
    List<Provenance.Input> inputs = new ArrayList<>();
    for (int i = 0; i < inputNames.size(); i++) {
      inputs.add(new Provenance.Input(inputNames.get(i), inputBytes.get(i), inputDigests.get(i)));
    }
    return inputs;
  }
}
