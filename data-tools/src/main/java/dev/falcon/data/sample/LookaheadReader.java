package dev.falcon.data.sample;

import java.util.NoSuchElementException;
import java.util.Optional;

/** Makes an iterator of a method that gives the next sample, or none at the end. */
public abstract class LookaheadReader implements SampleReader {
  private Optional<Sample> next = Optional.empty();
  private boolean ended;

  /** The next sample, if there is one more; not called again after the last. */
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
