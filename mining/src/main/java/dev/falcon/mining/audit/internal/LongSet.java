package dev.falcon.mining.audit.internal;

import java.util.Arrays;

/** Numbers from 0 on; a known count of them, 16 bytes or fewer each. */
final class LongSet {
  private static final long EMPTY = -1;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final long[] slots;
  private final int shift;

  /** A set that will hold so many. */
  LongSet(int count) {
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, count * 4L / 3));
    slots = new long[1 << bits];
    shift = 64 - bits;
    Arrays.fill(slots, EMPTY);
  }

  /** Adds a number; false where it is there already. */
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
