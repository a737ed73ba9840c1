package dev.falcon.mining.internal.kernel;

/**
 * A candidate's similarity and index in one long, which sorts as Algorithm 1 ranks: ascending in
 * similarity, ties by the lower index.
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
   * of three). All keys differ, so the answer does not depend on the order in which they came.
   */
  public static long select(long[] keys, int count, int k) {
    return select(keys, 0, count, k);
  }

  /**
   * What a sort of {@code keys[from..to)} alone would put at {@code k}; the keys before it are then
   * smaller, those behind it larger.
   */
  public static long select(long[] keys, int from, int to, int k) {
    int low = from;
    int high = to - 1;
    if (k == high) {
      // The hardest of all is what is asked for most.
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
