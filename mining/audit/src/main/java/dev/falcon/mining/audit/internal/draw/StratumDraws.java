// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/** Draws without replacement. */
final class StratumDraws {
  private StratumDraws() {}

  /**
   * Draws distinct numbers below the population, every set equally likely (Floyd's method).
   *
   * @param population the exclusive upper limit of the numbers, which start from 0
   * @param count how many to draw, at most the population
   * @return the numbers, ascending
   */
  public static long[] distinct(RandomStream random, long population, int count) {
    long[] drawn = new long[count];
    if (count == population) {
      Arrays.setAll(drawn, i -> i);
      return drawn;
    }
    LongSet taken = new LongSet(count);
    int at = 0;
    for (long limit = population - count; limit < population; limit++) {
      long number = below(random, limit + 1);
      if (!taken.add(number)) {
        number = limit;
        taken.add(number);
      }
      drawn[at++] = number;
    }
    Arrays.sort(drawn);
    return drawn;
  }

  /** Draws a number uniformly from [0, bound). */
  public static long below(RandomStream random, long bound) {
    if (bound == 1) {
      return 0;
    }
    int shift = Long.numberOfLeadingZeros(bound - 1);
    long number = random.nextLong() >>> shift;
    while (number >= bound) {
      number = random.nextLong() >>> shift;
    }
    return number;
  }

  /** A set of non-negative numbers with a fixed capacity; takes at most 16 bytes per number. */
  private static final class LongSet {
    private static final long EMPTY = -1;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] slots;
    private final int shift;

    /** Creates a set with this capacity. */
    LongSet(int count) {
      int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, count * 4L / 3));
      slots = new long[1 << bits];
      shift = 64 - bits;
      Arrays.fill(slots, EMPTY);
    }

    /** Adds a number; returns false if it is in the set already. */
    boolean add(long number) {
      int slot = (int) ((number * SPREAD) >>> shift);
      while (slots[slot] != EMPTY) {
        if (slots[slot] == number) {
          return false;
        }
        slot = (slot + 1) % slots.length;
      }
      slots[slot] = number;
      return true;
    }
  }
}
