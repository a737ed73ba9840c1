// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.space;

import dev.falcon.data.FalconException;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.constraint.SampleFacts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the pairs of a list of true matches as pairs of a store's rows. A text is every row with
 * its key. An image is, too, every row with its key and a caption's number ({@code key#0}).
 */
final class TruthPairs {
  private long[] pairs = new long[1024];
  private int count;

  private TruthPairs() {}

  /** Returns the pairs: row and other row as one number, symmetric, ascending. */
  static long[] read(Path file, TableReader table, SampleFacts facts, Iterable<Long> storeRows) {
    Map<String, List<Integer>> rowsOfText = new HashMap<>();
    Map<String, List<Integer>> rowsOfImage = new HashMap<>();
    for (long storeRow : storeRows) {
      int row = Math.toIntExact(storeRow);
      String key = facts.key(row);
      rowsOfText.computeIfAbsent(key, k -> new ArrayList<>(1)).add(row);
      rowsOfImage.computeIfAbsent(key, k -> new ArrayList<>(1)).add(row);
      int number = key.lastIndexOf('#');
      if (number > 0) {
        rowsOfImage.computeIfAbsent(key.substring(0, number), k -> new ArrayList<>()).add(row);
      }
    }
    int image = table.column(ColumnType.UTF8, "image_key");
    int text = table.column(ColumnType.UTF8, "text_key");
    int match = table.column(ColumnType.BOOL, "match");
    TruthPairs found = new TruthPairs();
    while (table.next()) {
      if (!table.getBoolean(match)) {
        continue;
      }
      List<Integer> ofImage = rowsOfImage.getOrDefault(table.getString(image), List.of());
      for (int textRow : rowsOfText.getOrDefault(table.getString(text), List.of())) {
        for (int imageRow : ofImage) {
          found.add(textRow, imageRow);
        }
      }
    }
    if (found.count == 0) {
      throw new FalconException(
          "%s: no true pair joins two samples of %s, whose keys are such as '%s'"
              .formatted(file, facts.name(), facts.key(0)));
    }
    return ListedPairs.distinct(found.pairs, found.count);
  }

  private void add(long row, long other) {
    if (row == other) {
      return;
    }
    if (count + 2 > pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.addExact(pairs.length, pairs.length));
    }
    pairs[count++] = row << 32 | other;
    pairs[count++] = other << 32 | row;
  }
}
