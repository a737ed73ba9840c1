// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A question of an item: whether every right option has a higher score than every wrong one. The
 * options are positions in the item's scores.
 *
 * @param right the right options, at least one
 * @param wrong the wrong options, at least one
 */
@SuppressWarnings("ArrayRecordComponent") // positions, never compared
public record Contest(int[] right, int[] wrong) {
  /** Returns all options. */
  IntStream options() {
    return IntStream.concat(IntStream.of(right), IntStream.of(wrong));
  }

  /** Returns the lowest score of a right option minus the highest of a wrong one. */
  double margin(float[] scores) {
    double lowest = Double.POSITIVE_INFINITY;
    for (int option : right) {
      lowest = Math.min(lowest, scores[option]);
    }
    double highest = Double.NEGATIVE_INFINITY;
    for (int option : wrong) {
      highest = Math.max(highest, scores[option]);
    }
    // Equal infinities tie, too.
    return lowest == highest ? 0 : lowest - highest;
  }

  /**
   * Returns the share of options that are on their side of the order: right ones among the first R,
   * where R is their number, and wrong ones after these. Of equal scores the wrong ones are first.
   */
  double shareOnTheirSide(float[] scores) {
    List<Integer> order =
        IntStream.concat(IntStream.of(wrong), IntStream.of(right))
            .boxed()
            .sorted(Comparator.comparing(option -> -scores[option]))
            .toList();
    long misplaced =
        order.stream()
            .limit(right.length)
            .filter(option -> IntStream.of(wrong).anyMatch(place -> place == option))
            .count();
    return 1 - 2.0 * misplaced / order.size();
  }
}
