package dev.falcon.data.store;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Finds rows whose key an earlier row has, in memory for 64-bit hashes only: the hashes of all keys
 * are sorted, and only keys whose hash occurs twice are then compared themselves.
 */
final class DuplicateKeys {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private DuplicateKeys() {}

  /** The hashes of the keys of consecutive rows. */
  static long[] hashes(EmbeddingStore store, long first, long end) {
    long[] hashes = new long[Math.toIntExact(end - first)];
    IntStream.range(0, hashes.length)
        .parallel()
        .forEach(i -> hashes[i] = hash(store.key(first + i)));
    return hashes;
  }

  /**
   * The rows whose key an earlier row has, each with the first row that has it.
   *
   * @param hashes of all keys; will be sorted
   */
  static SortedMap<Long, Long> find(EmbeddingStore store, long[] hashes) {
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
