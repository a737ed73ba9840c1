package dev.falcon.mining.algorithm;

import java.util.Arrays;

/**
 * U of Algorithm 1: the samples of a search space that no batch has taken yet, by their index in
 * the space. Not thread-safe.
 */
public final class Candidates {
  private final long[] words;
  private final long[] withheld;
  private int withheldSize;
  private int size;
  private final int[] listed;
  private int listedSize;
  private boolean listStale;

  /** All of a search space's {@code count} samples. */
  public Candidates(int count) {
    words = new long[(count + Long.SIZE - 1) / Long.SIZE];
    Arrays.fill(words, -1L);
    if (count % Long.SIZE != 0) {
      words[words.length - 1] = (1L << count) - 1;
    }
    withheld = new long[words.length];
    size = count;
    listed = new int[count];
    for (int i = 0; i < count; i++) {
      listed[i] = i;
    }
    listedSize = count;
  }

  /** |U|. */
  public int size() {
    return size;
  }

  /** Returns whether the sample is still a candidate. */
  public boolean contains(int index) {
    return (words[index >> 6] & 1L << index) != 0;
  }

  /** U \ {index}. */
  public void remove(int index) {
    if (!contains(index)) {
      throw new IllegalStateException("sample " + index + " is no candidate any more");
    }
    words[index >> 6] &= ~(1L << index);
    size--;
    listStale = true;
  }

  /** U \ {index}, until it is restored. */
  public void withhold(int index) {
    remove(index);
    withheld[index >> 6] |= 1L << index;
    withheldSize++;
  }

  /** U ∪ {index}, for a withheld candidate. */
  public void restore(int index) {
    if ((withheld[index >> 6] & 1L << index) == 0) {
      throw new IllegalStateException("sample " + index + " was not withheld");
    }
    withheld[index >> 6] &= ~(1L << index);
    withheldSize--;
    words[index >> 6] |= 1L << index;
    size++;
    // A list can be filtered in place, but not extended: it is written again from the words.
    listedSize = -1;
    listStale = true;
  }

  /** Number of samples that are in U or may be restored to it. */
  public int sizeWithWithheld() {
    return size + withheldSize;
  }

  /** The indices in U and those that may be restored to it, in ascending order. */
  public int[] listWithWithheld() {
    int[] all = new int[sizeWithWithheld()];
    int count = 0;
    for (int w = 0; w < words.length; w++) {
      for (long word = words[w] | withheld[w]; word != 0; word &= word - 1) {
        all[count++] = w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
    }
    return all;
  }

  /** The n-th smallest index in U, counted from 0. */
  public int nth(int n) {
    int left = n;
    for (int w = 0; w < words.length; w++) {
      int count = Long.bitCount(words[w]);
      if (left < count) {
        long word = words[w];
        for (int skipped = 0; skipped < left; skipped++) {
          word &= word - 1;
        }
        return w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
      left -= count;
    }
    throw new IndexOutOfBoundsException("candidate " + n + " of " + size);
  }

  /** Number of candidates whose bit is set; {@code bits} holds one bit per sample of the space. */
  public int countIn(long[] bits) {
    int count = 0;
    for (int w = 0; w < words.length; w++) {
      count += Long.bitCount(words[w] & bits[w]);
    }
    return count;
  }

  /**
   * The indices in ascending order; only the first {@link #size()} count, and only until the next
   * change.
   */
  public int[] list() {
    if (listStale) {
      if (listedSize < 0) {
        rewriteList();
      } else {
        thinList();
      }
      listStale = false;
    }
    return listed;
  }

  private void rewriteList() {
    int at = 0;
    for (int w = 0; w < words.length; w++) {
      for (long word = words[w]; word != 0; word &= word - 1) {
        listed[at++] = w * Long.SIZE + Long.numberOfTrailingZeros(word);
      }
    }
    listedSize = at;
  }

  private void thinList() {
    int kept = 0;
    for (int x = 0; x < listedSize; x++) {
      int index = listed[x];
      listed[kept] = index;
      kept += (int) (words[index >> 6] >>> index & 1);
    }
    listedSize = kept;
  }
}
