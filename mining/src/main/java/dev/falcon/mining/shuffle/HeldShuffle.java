package dev.falcon.mining.shuffle;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/**
 * A permutation in memory, every order equally likely (Fisher–Yates): 4 bytes a value, 8 once its
 * inverse is asked for.
 */
final class HeldShuffle implements Shuffle {
  private final int[] values;
  private int[] positions; // null until asked for

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
  public synchronized long positionOf(long value) {
    if (positions == null) {
      positions = new int[values.length];
      for (int position = 0; position < values.length; position++) {
        positions[values[position]] = position;
      }
    }
    return positions[Math.toIntExact(value)];
  }
}
