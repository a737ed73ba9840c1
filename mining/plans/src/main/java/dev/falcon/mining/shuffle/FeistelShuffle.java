// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.shuffle;

import dev.falcon.data.RandomStream;

/**
 * A permutation without tables: an alternating Feistel network over the least power of two that
 * holds all values, iterated until the result is below their number, in fewer than two steps on
 * average (Black and Rogaway, "Ciphers with Arbitrary Finite Domains", 2002). Its rounds mix like
 * SplitMix64.
 *
 * <p>Only for many values: with five or six, it draws some orders far more often than others.
 */
final class FeistelShuffle implements Shuffle {
  private static final int ROUNDS = 8;

  private final long size;
  private final int lowBits;
  private final long lowMask;
  private final long highMask;
  private final long[] keys = new long[ROUNDS];

  FeistelShuffle(long size, long seed, long... unit) {
    this.size = size;
    int bits = Math.max(2, Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, size - 1)));
    lowBits = bits / 2;
    lowMask = (1L << lowBits) - 1;
    highMask = (1L << (bits - lowBits)) - 1;
    RandomStream random = RandomStream.of(seed, "shuffle", unit);
    for (int round = 0; round < ROUNDS; round++) {
      keys[round] = random.nextLong();
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public long at(long position) {
    long x = position;
    do {
      x = forth(x);
    } while (x >= size);
    return x;
  }

  @Override
  public long positionOf(long value) {
    long x = value;
    do {
      x = back(x);
    } while (x >= size);
    return x;
  }

  private long forth(long x) {
    long high = x >>> lowBits;
    long low = x & lowMask;
    for (int round = 0; round < ROUNDS; round += 2) {
      high ^= mix(low ^ keys[round]) & highMask;
      low ^= mix(high ^ keys[round + 1]) & lowMask;
    }
    return high << lowBits | low;
  }

  private long back(long x) {
    long high = x >>> lowBits;
    long low = x & lowMask;
    for (int round = ROUNDS - 2; round >= 0; round -= 2) {
      low ^= mix(high ^ keys[round + 1]) & lowMask;
      high ^= mix(low ^ keys[round]) & highMask;
    }
    return high << lowBits | low;
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
