// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

/**
 * Combines a candidate's similarity and index in one long, in Algorithm 1's order: ascending in
 * similarity, and of equal similarities the lower index first.
 */
public final class Keys {
  private Keys() {}

  /**
   * Returns the key of a candidate; {@code value} must not be NaN or -0, {@code index} not
   * negative.
   */
  public static long of(float value, int index) {
    int bits = Float.floatToRawIntBits(value);
    // The bits of negative floats sort backwards as integers, so all but the sign are flipped.
    return (long) (bits ^ ((bits >> 31) & 0x7fffffff)) << 32 | index;
  }

  /** Returns the candidate's index. */
  public static int index(long key) {
    return (int) key;
  }

  /** Returns the candidate's similarity. */
  public static float value(long key) {
    int bits = (int) (key >> 32);
    return Float.intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
  }

  /**
   * Returns the k-th smallest of {@code keys[0..count)}, counted from 0, and reorders them (Hoare's
   * quickselect, median of three). All keys differ, so the result does not depend on their order.
   */
  public static long select(long[] keys, int count, int k) {
    return select(keys, 0, count, k);
  }

  /** Returns the least of {@code keys[from..to)}, or {@link Long#MAX_VALUE} if there is none. */
  public static long least(long[] keys, int from, int to) {
    long least = Long.MAX_VALUE;
    for (int x = from; x < to; x++) {
      least = Math.min(least, keys[x]);
    }
    return least;
  }

  /**
   * Returns the key that sorting {@code keys[from..to)} would put at index {@code k}. Reorders the
   * keys so that those before it are smaller and those after it larger.
   */
  public static long select(long[] keys, int from, int to, int k) {
    int low = from;
    int high = to - 1;
    if (k == high) {
      // The most common request is for the hardest of all.
      return lastIsGreatest(keys, from, high);
    }
    while (high > low) {
      long pivot = median(keys[low], keys[(low + high) >>> 1], keys[high]);
      int i = low;
      int j = high;
      while (i <= j) {
        while (keys[i] < pivot) {
          i++;
        }
        while (keys[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long swapped = keys[i];
          keys[i++] = keys[j];
          keys[j--] = swapped;
        }
      }
      if (k <= j) {
        high = j;
      } else if (k >= i) {
        low = i;
      } else {
        return keys[k];
      }
    }
    return keys[k];
  }

  private static long lastIsGreatest(long[] keys, int from, int last) {
    int at = last;
    long greatest = keys[last];
    for (int x = from; x < last; x++) {
      if (keys[x] > greatest) {
        greatest = keys[x];
        at = x;
      }
    }
    keys[at] = keys[last];
    keys[last] = greatest;
    return greatest;
  }

  private static long median(long a, long b, long c) {
    return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  }
}
