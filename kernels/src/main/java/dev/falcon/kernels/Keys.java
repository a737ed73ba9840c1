package dev.falcon.kernels;

/**
 * A candidate's similarity and index in one long with Algorithm 1's order: ascending in similarity,
 * ties by the lower index.
 */
public final class Keys {
  private Keys() {}

  /** The key; {@code value} is not NaN and not -0, {@code index} is not negative. */
  public static long of(float value, int index) {
    int bits = Float.floatToRawIntBits(value);
    // Negative floats sort backwards as integers: flip all but their sign.
    return (long) (bits ^ ((bits >> 31) & 0x7fffffff)) << 32 | index;
  }

  /** The candidate's index. */
  public static int index(long key) {
    return (int) key;
  }

  /** The candidate's similarity. */
  public static float value(long key) {
    int bits = (int) (key >> 32);
    return Float.intBitsToFloat(bits ^ ((bits >> 31) & 0x7fffffff));
  }

  /**
   * The k-th smallest of {@code keys[0..count)}, which are reordered (Hoare's quickselect, median
   * of three). All keys differ, so the result does not depend on their order.
   */
  public static long select(long[] keys, int count, int k) {
    return select(keys, 0, count, k);
  }

  /** The least of {@code keys[from..to)}, or the greatest long where there is none. */
  public static long least(long[] keys, int from, int to) {
    long least = Long.MAX_VALUE;
    for (int x = from; x < to; x++) {
      least = Math.min(least, keys[x]);
    }
    return least;
  }

  /**
   * The key that sorting {@code keys[from..to)} would put at {@code k}; the keys before it are then
   * smaller, those after it larger.
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
