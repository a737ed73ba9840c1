// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Pairs of samples that a user keeps apart: a table {@code key_a, key_b}, or a table of truth
 * {@code image_key, text_key, match}, whose matching pairs of different samples are kept apart.
 * Pairs with keys that the store lacks are skipped, so that one list can be used for parts of a
 * dataset.
 *
 * <p>Memory: 16 bytes per key in the list and 16 bytes per pair; for a table of truth, also the
 * store's keys.
 */
final class VetoList {
  /** The reason under which candidates withheld by the list are counted. */
  public static final String REASON = "veto";

  private final long[] pairs; // row << 32 | other row, symmetric, ascending

  private VetoList(long[] pairs) {
    this.pairs = pairs;
  }

  /** Reads a list. */
  public static VetoList read(Path file, SampleFacts facts) {
    return read(file, KeyHashes.of(file), facts, LongStream.range(0, facts.rows())::iterator);
  }

  /** Returns a list with pairs that {@link #pairs} of another list gave. */
  public static VetoList ofPairs(long[] pairs) {
    return new VetoList(pairs);
  }

  /** Returns the pairs: row and other row as one number, symmetric, ascending. */
  public long[] pairs() {
    return pairs.clone();
  }

  /**
   * Reads a list.
   *
   * @param keys the keys in the list
   * @param rows the rows of the samples to which the list may refer
   */
  public static VetoList read(Path file, KeyHashes keys, SampleFacts facts, Iterable<Long> rows) {
    try (TableReader table = TableReader.open(file)) {
      if (table.columns().contains("image_key")) {
        return new VetoList(TruthPairs.read(file, table, facts, rows));
      }
    }
    ListedPairs found =
        ListedPairs.byHash(file, keys, facts, rows)
            .orElseGet(() -> ListedPairs.byKey(file, facts, rows));
    if (found.pairs().length == 0 && found.listed() > 0) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: none of its %,d pairs is of %s, whose keys are such as '%s'",
              file,
              found.listed(),
              facts.name(),
              facts.key(0)));
    }
    return new VetoList(found.pairs());
  }

  /**
   * Returns the pairs within a search space.
   *
   * @param rows the rows of the store, by index in the space
   */
  public Conflicts within(long[] rows) {
    Map<Long, Integer> indexOf = new HashMap<>();
    for (int index = 0; index < rows.length; index++) {
      indexOf.put(rows[index], index);
    }
    int[][] others = new int[rows.length][];
    for (int index = 0; index < rows.length; index++) {
      others[index] = others(rows[index], indexOf);
    }
    return GroupConflicts.ofLists(REASON, others);
  }

  private int[] others(long row, Map<Long, Integer> indexOf) {
    int found = Arrays.binarySearch(pairs, row << 32);
    int from = found >= 0 ? found : -found - 1;
    int to = from;
    while (to < pairs.length && pairs[to] >> 32 == row) {
      to++;
    }
    return Arrays.stream(pairs, from, to)
        .mapToInt(pair -> indexOf.getOrDefault(pair & 0xFFFFFFFFL, -1))
        .filter(index -> index >= 0)
        .toArray();
  }
}
