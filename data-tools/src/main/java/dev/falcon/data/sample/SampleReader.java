package dev.falcon.data.sample;

import java.util.Iterator;

/**
 * Walks once through the samples of a shard, in the shard's order. It holds about one sample at a
 * time. Not thread-safe: parallel readers read different shards.
 */
public interface SampleReader extends Iterator<Sample>, AutoCloseable {
  /** Lets go of the shard's file. */
  @Override
  void close();
}
