// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The pairs of a table {@code key_a, key_b}, by the rows with these keys. A pair of keys is every
 * pair of their rows.
 *
 * @param pairs row and other row as one number, symmetric, ascending
 * @param listed the number of pairs in the table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ListedPairs(long[] pairs, long listed) {

  /**
   * Finds the pairs by the hashes of their keys, with 16 bytes per key. Every key is compared with
   * that of its rows.
   *
   * @param keys the keys in the list
   * @param rows the rows of the samples to which the list may refer
   * @return the pairs; empty if two keys have the same hash, so that a row may be missed
   */
  static Optional<ListedPairs> byHash(
      Path file, KeyHashes keys, SampleFacts facts, Iterable<Long> rows) {
    long[] sorted = rowsOf(keys::index, keys.count(), facts, rows);
    boolean[] ambiguous = new boolean[1];
    ListedPairs found =
        read(
            file,
            key -> {
              int[] named = rows(sorted, keys.index(key));
              ambiguous[0] |= !Arrays.stream(named).allMatch(row -> facts.key(row).equals(key));
              return named;
            });
    return ambiguous[0] ? Optional.empty() : Optional.of(found);
  }

  /**
   * Returns the rows whose keys are listed: the number of the key &lt;&lt; 32 | row, ascending.
   *
   * @param number returns the number of a key in the list; negative if it is not listed
   */
  private static long[] rowsOf(
      ToIntFunction<String> number, int keys, SampleFacts facts, Iterable<Long> rows) {
    long[] rowsOf = new long[Math.max(16, keys)];
    int count = 0;
    for (long row : rows) {
      int index = number.applyAsInt(facts.key(row));
      if (index >= 0) {
        if (count == rowsOf.length) {
          rowsOf = Arrays.copyOf(rowsOf, count + count / 2);
        }
        rowsOf[count++] = (long) index << 32 | Math.toIntExact(row);
      }
    }
    return distinct(rowsOf, count);
  }

  private static int[] rows(long[] sorted, int index) {
    int found = Arrays.binarySearch(sorted, (long) index << 32);
    int from = found >= 0 ? found : -found - 1;
    int to = from;
    while (to < sorted.length && sorted[to] >> 32 == index) {
      to++;
    }
    return Arrays.stream(sorted, from, to).mapToInt(each -> (int) each).toArray();
  }

  /** Finds the pairs by the keys themselves. */
  static ListedPairs byKey(Path file, SampleFacts facts, Iterable<Long> rows) {
    Map<String, Integer> numbers = new HashMap<>();
    read(
        file,
        key -> {
          numbers.putIfAbsent(key, numbers.size());
          return new int[0];
        });
    long[] sorted = rowsOf(key -> numbers.getOrDefault(key, -1), numbers.size(), facts, rows);
    return read(file, key -> rows(sorted, numbers.get(key)));
  }

  private static ListedPairs read(Path file, Function<String, int[]> rowsOf) {
    long[] pairs = new long[16];
    int count = 0;
    long listed = 0;
    try (TableReader table = TableReader.open(file)) {
      int first = table.column(ColumnType.UTF8, "key_a");
      int second = table.column(ColumnType.UTF8, "key_b");
      while (table.next()) {
        listed++;
        int[] others = rowsOf.apply(table.getString(second));
        for (long a : rowsOf.apply(table.getString(first))) {
          for (long b : others) {
            if (a != b) {
              if (count + 2 > pairs.length) {
                pairs = Arrays.copyOf(pairs, pairs.length + pairs.length / 2);
              }
              pairs[count++] = a << 32 | b;
              pairs[count++] = b << 32 | a;
            }
          }
        }
      }
    }
    return new ListedPairs(distinct(pairs, count), listed);
  }

  /**
   * Returns the first numbers of an array, ascending, each once.
   *
   * @param numbers the array, whose order changes
   */
  static long[] distinct(long[] numbers, int count) {
    Arrays.sort(numbers, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || numbers[i] != numbers[kept - 1]) {
        numbers[kept++] = numbers[i];
      }
    }
    return Arrays.copyOf(numbers, kept);
  }
}
