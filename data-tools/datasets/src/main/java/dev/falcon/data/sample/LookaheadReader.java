// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.sample;

import java.util.NoSuchElementException;
import java.util.Optional;

/** Implements an iterator by a method that returns the next sample, or empty at the end. */
public abstract class LookaheadReader implements SampleReader {
  private Optional<Sample> next = Optional.empty();
  private boolean ended;

  /** Returns the next sample, if there is one; not called again after the last. */
  protected abstract Optional<Sample> advance();

  @Override
  public final boolean hasNext() {
    if (next.isEmpty() && !ended) {
      next = advance();
      ended = next.isEmpty();
    }
    return next.isPresent();
  }

  @Override
  public final Sample next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the shard has no more samples");
    }
    Sample given = next.get();
    next = Optional.empty();
    return given;
  }
}
