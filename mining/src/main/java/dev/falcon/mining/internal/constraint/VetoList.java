package dev.falcon.mining.internal.constraint;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.algorithm.Conflicts;
import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs of samples that a user keeps apart: a table {@code key_a, key_b}, or the truth's {@code
 * image_key, text_key, match}, whose matching pairs of two samples are kept apart. Pairs of keys
 * that the store lacks are skipped, so that one list may serve parts of a dataset.
 *
 * <p>Memory: 16 bytes a pair and the keys that the list names; with the truth's, the store's keys.
 */
public final class VetoList {
  /** What is counted when a candidate is withheld by the list. */
  public static final String REASON = "veto";

  private final long[] pairs; // row << 32 | other row, both ways, rising

  private VetoList(long[] pairs) {
    this.pairs = pairs;
  }

  /** Reads a list. */
  public static VetoList read(Path file, SampleFacts facts) {
    List<String[]> named = new ArrayList<>();
    Map<String, Integer> rowOf = new HashMap<>();
    try (TableReader table = TableReader.open(file)) {
      if (table.columns().contains("image_key")) {
        return new VetoList(TruthPairs.read(file, table, facts));
      }
      int first = table.column(ColumnType.UTF8, "key_a");
      int second = table.column(ColumnType.UTF8, "key_b");
      while (table.next()) {
        String[] pair = {table.getString(first), table.getString(second)};
        named.add(pair);
        rowOf.put(pair[0], -1);
        rowOf.put(pair[1], -1);
      }
    }
    for (int row = 0; row < facts.rows(); row++) {
      rowOf.replace(facts.key(row), row);
    }
    long[] pairs = new long[2 * named.size()];
    int count = 0;
    for (String[] pair : named) {
      long a = rowOf.get(pair[0]);
      long b = rowOf.get(pair[1]);
      if (a >= 0 && b >= 0 && a != b) {
        pairs[count++] = a << 32 | b;
        pairs[count++] = b << 32 | a;
      }
    }
    if (count == 0 && !named.isEmpty()) {
      throw new FalconException(
          "%s: none of its %,d pairs is of %s, whose keys are such as '%s'"
              .formatted(file, named.size(), facts.name(), facts.key(0)));
    }
    return new VetoList(Arrays.stream(pairs, 0, count).sorted().distinct().toArray());
  }

  /**
   * The pairs within a search space.
   *
   * @param rows rows of the store, by index in the space
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
