// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.source;

import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import java.util.function.UnaryOperator;

/** Passes on a shard's samples and takes notes of them. */
final class NotedReader implements SampleReader {
  private final SampleReader reader;
  private final UnaryOperator<String> key;
  private final ShardNotes notes;
  private final Runnable end;

  /**
   * @param key changes a key
   * @param end called when the reader is closed
   */
  NotedReader(SampleReader reader, UnaryOperator<String> key, ShardNotes notes, Runnable end) {
    this.reader = reader;
    this.key = key;
    this.notes = notes;
    this.end = end;
  }

  @Override
  public boolean hasNext() {
    return reader.hasNext();
  }

  @Override
  public Sample next() {
    Sample read = reader.next();
    String changed = key.apply(read.key());
    Sample sample = changed.equals(read.key()) ? read : read.withKey(changed);
    notes.add(sample);
    return sample;
  }

  @Override
  public void close() {
    notes.end(reader.notes());
    end.run();
    reader.close();
  }
}
