package dev.falcon.data.sample;

import java.util.Iterator;

/**
 * Iterates once over the samples of a shard, in order. It holds about one sample at a time. Not
 * thread-safe: parallel readers read different shards.
 */
public interface SampleReader extends Iterator<Sample>, AutoCloseable {
  /** Closes the shard's file. */
  @Override
  void close();
}
