// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import java.util.Arrays;

/**
 * Counts distinct texts by 64-bit hashes, 8 bytes each: among 10 million texts the probability of a
 * collision is 3 in a million.
 */
public final class Hashes {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private long[] hashes = new long[1024];
  private int size;

  /** Adds a text. */
  public void add(String text) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    // FNV's high bits depend little on the last characters; mixing spreads them.
    hash = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
    add(hash ^ (hash >>> 32));
  }

  private void add(long hash) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * size);
    }
    hashes[size++] = hash;
  }

  /** Adds all texts of the other. */
  public void addAll(Hashes other) {
    for (int i = 0; i < other.size; i++) {
      add(other.hashes[i]);
    }
  }

  /** Returns the number of different texts. */
  public int distinct() {
    Arrays.sort(hashes, 0, size);
    int distinct = size == 0 ? 0 : 1;
    for (int i = 1; i < size; i++) {
      distinct += hashes[i] == hashes[i - 1] ? 0 : 1;
    }
    return distinct;
  }
}
