package dev.falcon.data.sample;

import java.util.NoSuchElementException;

/** Makes an iterator of a method that gives the next sample, or null at the end. */
public abstract class LookaheadReader implements SampleReader {
  private Sample next;
  private boolean ended;

  /** The next sample, or null when there are no more; not called again after that. */
  protected abstract Sample advance();

  @Override
  public final boolean hasNext() {
    if (next == null && !ended) {
      next = advance();
      ended = next == null;
    }
    return next != null;
  }

  @Override
  public final Sample next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the shard has no more samples");
    }
    Sample given = next;
    next = null;
    return given;
  }
}
