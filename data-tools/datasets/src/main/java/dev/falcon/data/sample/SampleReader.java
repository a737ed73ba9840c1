// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.Iterator;
import java.util.List;

/**
 * Iterates once over the samples of a shard, in order. It holds about one sample at a time. Not
 * thread-safe: parallel readers read different shards.
 */
public interface SampleReader extends Iterator<Sample>, AutoCloseable {
  /** Returns what is suspicious about the rows that were read so far. */
  default List<DataNote> notes() {
    return List.of();
  }

  /** Closes the shard's file. */
  @Override
  void close();
}
