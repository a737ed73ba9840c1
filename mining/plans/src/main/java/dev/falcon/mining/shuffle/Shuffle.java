// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

/** A permutation of 0 … size - 1, and its inverse. */
public interface Shuffle {
  /** Returns the number of values. */
  long size();

  /** Returns the value at a position. */
  long at(long position);

  /** Returns the position of a value. */
  long positionOf(long value);
}
