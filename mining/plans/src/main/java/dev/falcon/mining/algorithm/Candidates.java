// SPDX-License-Identifier: Apache-2.0
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

  /** Creates the candidates of a search space of {@code count} samples: all of them. */
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

  /** Returns |U|, the number of candidates. */
  public int size() {
    return size;
  }

  /** Returns whether the sample is still a candidate. */
  public boolean contains(int index) {
    return (words[index >> 6] & 1L << index) != 0;
  }

  /** Removes a candidate: U \ {index}. */
  public void remove(int index) {
    if (!contains(index)) {
      throw new IllegalStateException("sample " + index + " is no candidate any more");
    }
    words[index >> 6] &= ~(1L << index);
    size--;
    listStale = true;
  }

  /** Removes a candidate until it is restored: U \ {index}. */
  public void withhold(int index) {
    remove(index);
    withheld[index >> 6] |= 1L << index;
    withheldSize++;
  }

  /** Returns a withheld candidate to U: U ∪ {index}. */
  public void restore(int index) {
    if ((withheld[index >> 6] & 1L << index) == 0) {
      throw new IllegalStateException("sample " + index + " was not withheld");
    }
    withheld[index >> 6] &= ~(1L << index);
    withheldSize--;
    words[index >> 6] |= 1L << index;
    size++;
    // A list can be filtered in place but not extended, so it is rebuilt from the words.
    listedSize = -1;
    listStale = true;
  }

  /** Returns the number of samples that are in U or withheld. */
  public int sizeWithWithheld() {
    return size + withheldSize;
  }

  /** Returns the indices of the samples that are in U or withheld, in ascending order. */
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

  /** Returns the n-th smallest index in U; n is in [0, |U|). */
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

  /**
   * Returns the number of candidates whose bit is set in {@code bits}, which holds one bit per
   * sample of the space.
   */
  public int countIn(long[] bits) {
    int count = 0;
    for (int w = 0; w < words.length; w++) {
      count += Long.bitCount(words[w] & bits[w]);
    }
    return count;
  }

  /**
   * Returns an array whose first {@link #size()} entries are the indices in U, in ascending order;
   * valid until the next change of U.
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
