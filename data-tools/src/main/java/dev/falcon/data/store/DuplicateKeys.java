package dev.falcon.data.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/**
 * Finds rows whose key an earlier row has, in memory for 64-bit hashes only: the hashes of all keys
 * are sorted, and only keys whose hash occurs twice are then compared themselves.
 */
public final class DuplicateKeys {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private DuplicateKeys() {}

  /** The rows whose key an earlier row has, each with the first row that has it. */
  public static SortedMap<Long, Long> find(EmbeddingStore store) {
    long[] hashes = new long[Math.toIntExact(store.rows())];
    LongStream.range(0, hashes.length)
        .parallel()
        .forEach(row -> hashes[(int) row] = hash(store.key(row)));
    long[] repeated = repeated(hashes);
    long rows = hashes.length;
    SortedMap<Long, Long> duplicates = new TreeMap<>();
    if (repeated.length == 0) {
      return duplicates;
    }
    Map<String, Long> first = new HashMap<>();
    for (long row = 0; row < rows; row++) {
      String key = store.key(row);
      if (Arrays.binarySearch(repeated, hash(key)) >= 0) {
        Long earlier = first.putIfAbsent(key, row);
        if (earlier != null) {
          duplicates.put(row, earlier);
        }
      }
    }
    return duplicates;
  }

  /** Sorts the hashes; those that occur more than once, ascending. */
  private static long[] repeated(long[] hashes) {
    Arrays.parallelSort(hashes);
    return LongStream.range(1, hashes.length)
        .filter(i -> hashes[(int) i] == hashes[(int) i - 1])
        .map(i -> hashes[(int) i])
        .distinct()
        .toArray();
  }

  private static long hash(String key) {
    long hash = key.length();
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
