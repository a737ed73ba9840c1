package dev.falcon.mining.shuffle;

/** A permutation of 0 … size - 1, and its inverse. */
public interface Shuffle {
  /** Number of values. */
  long size();

  /** The value at a position. */
  long at(long position);

  /** The position of a value. */
  long positionOf(long value);
}
