package dev.falcon.mining.space;

import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The pairs of a table {@code key_a, key_b}, by the rows with these keys; of several rows with the
 * same key, the last counts.
 *
 * @param pairs row and other row as one number, symmetric, ascending
 * @param listed the number of pairs in the table
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ListedPairs(long[] pairs, long listed) {
  private static final int NO_ROW = -1;

  /**
   * Finds the pairs by the hashes of their keys, with 12 bytes per key. Every key is compared with
   * that of its row.
   *
   * @param keys the keys in the list
   * @param rows the rows of the samples to which the list may refer
   * @return the pairs; empty if two keys have the same hash, so that a row may be missed
   */
  static Optional<ListedPairs> byHash(
      Path file, KeyHashes keys, SampleFacts facts, Iterable<Long> rows) {
    int[] rowOf = new int[keys.count()];
    Arrays.fill(rowOf, NO_ROW);
    for (long row : rows) {
      int index = keys.index(facts.key(row));
      if (index >= 0) {
        rowOf[index] = Math.toIntExact(row);
      }
    }
    boolean[] ambiguous = new boolean[1];
    ListedPairs found =
        read(
            file,
            key -> {
              int row = rowOf[keys.index(key)];
              ambiguous[0] |= row != NO_ROW && !facts.key(row).equals(key);
              return row;
            });
    return ambiguous[0] ? Optional.empty() : Optional.of(found);
  }

  /** Finds the pairs by the keys themselves. */
  static ListedPairs byKey(Path file, SampleFacts facts, Iterable<Long> rows) {
    Map<String, Integer> rowOf = new HashMap<>();
    read(
        file,
        key -> {
          rowOf.put(key, NO_ROW);
          return NO_ROW;
        });
    for (long row : rows) {
      rowOf.replace(facts.key(row), Math.toIntExact(row));
    }
    return read(file, rowOf::get);
  }

  private static ListedPairs read(Path file, ToLongFunction<String> rowOf) {
    long[] pairs = new long[16];
    int count = 0;
    long listed = 0;
    try (TableReader table = TableReader.open(file)) {
      int first = table.column(ColumnType.UTF8, "key_a");
      int second = table.column(ColumnType.UTF8, "key_b");
      while (table.next()) {
        listed++;
        long a = rowOf.applyAsLong(table.getString(first));
        long b = rowOf.applyAsLong(table.getString(second));
        if (a >= 0 && b >= 0 && a != b) {
          if (count + 2 > pairs.length) {
            pairs = Arrays.copyOf(pairs, pairs.length + pairs.length / 2);
          }
          pairs[count++] = a << 32 | b;
          pairs[count++] = b << 32 | a;
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
