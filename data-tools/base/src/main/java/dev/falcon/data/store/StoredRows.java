// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.store.internal.OpenShard;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The rows of a store, numbered across its shards. Thread-safe. */
final class StoredRows {
  private final List<OpenShard> shards;
  private final long[] firstRows;
  private final long rows;

  /**
   * Creates the rows of a list of shards.
   *
   * @param shards in order, each with at least one row
   */
  StoredRows(List<OpenShard> shards) {
    shards.forEach(shard -> shard.requireColumnsOf(shards.get(0)));
    this.shards = shards;
    this.firstRows = shards.stream().mapToLong(OpenShard::firstRow).toArray();
    this.rows = shards.stream().mapToLong(OpenShard::rows).sum();
  }

  List<OpenShard> shards() {
    return shards;
  }

  /** Returns the first row of each shard, ascending. */
  long[] starts() {
    return firstRows.clone();
  }

  /** Returns the number of rows. */
  long count() {
    return rows;
  }

  /** Returns the length of a vector. */
  int dimension() {
    return shards.get(0).vectors().dimension();
  }

  /** Returns the number of vectors per image. */
  int perImage() {
    return shards.get(0).vectors().perImage();
  }

  /** Returns the number of floats per image. */
  int imageLength() {
    return Math.multiplyExact(perImage(), dimension());
  }

  /** Returns the shard that holds a row. */
  OpenShard shard(long row) {
    if (row < 0 || row >= rows) {
      throw new IndexOutOfBoundsException("row " + row + " of a store of " + rows);
    }
    int found = Arrays.binarySearch(firstRows, row);
    return shards.get(found >= 0 ? found : -found - 2);
  }

  Optional<String> ownKey(long row) {
    OpenShard shard = shard(row);
    return shard.key(row - shard.firstRow());
  }

  String key(long row) {
    OpenShard shard = shard(row);
    return shard.name(row - shard.firstRow());
  }

  Optional<String> imageId(long row) {
    OpenShard shard = shard(row);
    return shard.imageId(row - shard.firstRow());
  }

  Optional<String> caption(long row) {
    OpenShard shard = shard(row);
    return shard.texts().captions().get(row - shard.firstRow());
  }

  /** Normalises all vectors of an image. */
  void normaliseImage(float[] image, int offset) {
    int dimension = dimension();
    for (int number = 0; number < perImage(); number++) {
      Vectors.normalise(image, offset + number * dimension, dimension);
    }
  }
}
