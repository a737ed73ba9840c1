// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.internal;

import dev.falcon.eval.compositional.score.ItemShape;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteItem;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The pairs of pictures and captions that a suite asks about, each once however many items name it.
 *
 * @param texts the captions of each picture, ascending // [pictures][]
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record SuitePairs(int[][] texts) {
  /** Returns a suite's pairs. */
  public static SuitePairs of(CompositionalSuite suite) {
    List<NavigableSet<Integer>> wanted =
        Stream.<NavigableSet<Integer>>generate(TreeSet::new)
            .limit(suite.pictures().size())
            .toList();
    for (SuiteItem item : suite.items()) {
      for (int cell = 0; cell < item.shape().cells().size(); cell++) {
        if (item.shape().cells().get(cell) != ItemShape.Cell.NONE) {
          wanted
              .get(item.pictures().get(cell / item.texts().size()))
              .add(item.texts().get(cell % item.texts().size()));
        }
      }
    }
    return new SuitePairs(
        wanted.stream()
            .map(set -> set.stream().mapToInt(text -> text).toArray())
            .toArray(int[][]::new));
  }

  /** Returns the texts of several pictures, each once, ascending. */
  int[] textsOf(List<Integer> pictures) {
    NavigableSet<Integer> all = new TreeSet<>();
    pictures.forEach(picture -> Arrays.stream(texts[picture]).forEach(all::add));
    return all.stream().mapToInt(text -> text).toArray();
  }
}
