// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import java.util.Locale;

/**
 * The place of negatives in lists from a corpus.
 *
 * @param rank the range of their ranks, 0 for the nearest, such as {@code 3-9}
 * @param score the range of their cosines with the query, such as {@code 0.6 to 0.7}; the lowest
 *     range includes all lower cosines
 * @param nearer {@code 1} if they are nearer to the query than the positive of their row, otherwise
 *     {@code 0}
 */
public record ListedAt(String rank, String score, String nearer) {
  private static final int[] RANKS = {0, 1, 3, 10, 30, 100};
  private static final int TENTHS = 10;

  /** Returns the place of a negative. */
  public static ListedAt of(int rank, float score, float positiveScore) {
    int at = RANKS.length - 1;
    while (at > 0 && RANKS[at] > rank) {
      at--;
    }
    int last = at + 1 < RANKS.length ? RANKS[at + 1] - 1 : Integer.MAX_VALUE;
    String ranks =
        last == RANKS[at]
            ? Integer.toString(last)
            : last == Integer.MAX_VALUE ? RANKS[at] + "+" : RANKS[at] + "-" + last;
    int tenth = Math.max(0, Math.min(TENTHS - 1, (int) Math.floor(score * TENTHS)));
    return new ListedAt(
        ranks,
        String.format(Locale.ROOT, "%.1f to %.1f", tenth / 10.0, (tenth + 1) / 10.0),
        score > positiveScore ? "1" : "0");
  }
}
