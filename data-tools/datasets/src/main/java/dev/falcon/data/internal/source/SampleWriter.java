// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.FalconException;
import dev.falcon.data.sample.Sample;
import java.util.Optional;

/** Writes samples to a file, which {@link #commit()} makes visible atomically. Not thread-safe. */
public interface SampleWriter extends AutoCloseable {
  /**
   * Returns why the sample cannot be written, as the reason of a reject; empty if it can be
   * written. A refused sample leaves no trace.
   */
  Optional<String> refusal(Sample sample);

  /**
   * Appends the sample.
   *
   * @throws FalconException if it is refused or the file cannot be written
   */
  void write(Sample sample);

  /** Finishes the file and moves it into place; nothing can be written after that. */
  void commit();

  @Override
  void close();
}
