// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * A permutation in memory, drawn with every order equally likely (Fisher–Yates). Memory: 4 bytes
 * per value, and 8 once its inverse is used.
 */
final class HeldShuffle implements Shuffle {
  private final int[] values;
  private volatile int[] positions; // null until it is needed

  HeldShuffle(int size, long seed, long... unit) {
    values = new int[size];
    Arrays.setAll(values, i -> i);
    RandomStream.of(seed, "shuffle", unit).shuffle(values);
  }

  @Override
  public long size() {
    return values.length;
  }

  @Override
  public long at(long position) {
    return values[Math.toIntExact(position)];
  }

  @Override
  public long positionOf(long value) {
    int[] inverse = positions;
    return (inverse == null ? invert() : inverse)[Math.toIntExact(value)];
  }

  private synchronized int[] invert() {
    if (positions == null) {
      int[] inverse = new int[values.length];
      for (int position = 0; position < values.length; position++) {
        inverse[values[position]] = position;
      }
      positions = inverse;
    }
    return positions;
  }
}
