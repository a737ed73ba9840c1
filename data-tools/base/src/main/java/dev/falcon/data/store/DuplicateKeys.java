// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Finds rows whose key an earlier row has. Keys are first compared by 64-bit hashes; only those
 * whose hash occurs twice are compared themselves.
 */
public final class DuplicateKeys {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private DuplicateKeys() {}

  /**
   * Returns the hashes of the keys of consecutive rows.
   *
   * @param keyless receives the rows without a key, on any thread
   */
  static long[] hashes(EmbeddingStore store, long first, long end, LongConsumer keyless) {
    long[] hashes = new long[Math.toIntExact(end - first)];
    IntStream.range(0, hashes.length)
        .parallel()
        .forEach(
            i -> {
              Optional<String> key = store.ownKey(first + i);
              hashes[i] = key.map(DuplicateKeys::hash).orElse(0L);
              if (key.isEmpty()) {
                keyless.accept(first + i);
              }
            });
    return hashes;
  }

  /**
   * Returns the rows whose key an earlier row has, each mapped to the first row with that key.
   *
   * @param repeated the hashes that occur more than once, ascending
   */
  static SortedMap<Long, Long> find(EmbeddingStore store, long[] repeated) {
    long rows = store.rows();
    SortedMap<Long, Long> duplicates = new TreeMap<>();
    if (repeated.length == 0) {
      return duplicates;
    }
    Map<String, Long> first = new HashMap<>();
    for (long row = 0; row < rows; row++) {
      Optional<String> key = store.ownKey(row);
      if (key.isPresent() && Arrays.binarySearch(repeated, hash(key.get())) >= 0) {
        Long earlier = first.putIfAbsent(key.get(), row);
        if (earlier != null) {
          duplicates.put(row, earlier);
        }
      }
    }
    return duplicates;
  }

  /** Returns a 64-bit hash of a key or another text, the same on every machine. */
  public static long hash(String text) {
    long hash = text.length();
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
