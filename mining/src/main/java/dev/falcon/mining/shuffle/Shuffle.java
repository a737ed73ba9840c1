package dev.falcon.mining.shuffle;

/** A permutation of 0 … size - 1, and its inverse. */
public interface Shuffle {
  /** How many values. */
  long size();

  /** The value at a position. */
  long at(long position);

  /** Where a value stands. */
  long positionOf(long value);
}
