// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the n-grams of words. */
final class NGrams {
  /** The length of the longest n-grams that are counted. */
  static final int LONGEST = 4;

  private NGrams() {}

  /** Returns the count of each run of {@code n} words, in the order of first occurrence. */
  static Map<List<String>, Integer> of(List<String> words, int n) {
    Map<List<String>, Integer> counts = new LinkedHashMap<>();
    for (int from = 0; from + n <= words.size(); from++) {
      counts.merge(List.copyOf(words.subList(from, from + n)), 1, Integer::sum);
    }
    return counts;
  }
}
