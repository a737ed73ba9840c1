// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import java.util.Arrays;

/**
 * Numbers by keys, each of which keeps its first number.
 *
 * <p>Memory: 18 to 36 bytes per key.
 */
final class Numbered {
  /** The key is new. */
  static final int NEW = -1;

  private long[] keys = new long[1 << 10];
  private int[] numbers = new int[keys.length]; // NEW where there is no key
  private int count;

  Numbered() {
    Arrays.fill(numbers, NEW);
  }

  /**
   * Adds a key with a number, unless it has one.
   *
   * @param number the number, at least 0
   * @return the number that the key has; {@link #NEW} if it was added
   */
  int add(long key, int number) {
    int at = place(key);
    if (numbers[at] != NEW) {
      return numbers[at];
    }
    keys[at] = key;
    numbers[at] = number;
    count++;
    if (count > keys.length / 3 * 2) {
      grow();
    }
    return NEW;
  }

  /** Returns the place of a key, or the free one where it belongs. */
  private int place(long key) {
    int at = Long.hashCode(key * 0x9E3779B97F4A7C15L) & (keys.length - 1);
    while (numbers[at] != NEW && keys[at] != key) {
      at = (at + 1) & (keys.length - 1);
    }
    return at;
  }

  private void grow() {
    long[] earlierKeys = keys;
    int[] earlier = numbers;
    keys = new long[2 * earlierKeys.length];
    numbers = new int[keys.length];
    Arrays.fill(numbers, NEW);
    for (int x = 0; x < earlier.length; x++) {
      if (earlier[x] != NEW) {
        int at = place(earlierKeys[x]);
        keys[at] = earlierKeys[x];
        numbers[at] = earlier[x];
      }
    }
  }
}
