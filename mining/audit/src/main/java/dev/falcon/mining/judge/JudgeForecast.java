// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.Locale;

/**
 * A forecast of the cost of the remaining questions, from those that were asked.
 *
 * @param pairs the maximum number of remaining pairs; some may have an answer from an earlier run
 * @param tokensIn the number of tokens of one question
 * @param tokensOut the number of tokens of one answer
 * @param seconds the time from question to answer, in seconds
 */
record JudgeForecast(int pairs, long tokensIn, long tokensOut, double seconds) {
  private static final int MINUTE = 60;

  /** Returns the forecast as a text for people. */
  String text(JudgeRequest.Settings settings) {
    double cost = settings.prices().of(pairs * tokensIn, pairs * tokensOut);
    double all = pairs * seconds / Math.min(settings.concurrency(), Math.max(1, pairs));
    return String.format(
        Locale.ROOT,
        "%,d pairs are left, about %,d tokens each: %s in, %s out%s, %s",
        pairs,
        tokensIn + tokensOut,
        tokens(pairs * tokensIn),
        tokens(pairs * tokensOut),
        cost > 0 ? String.format(Locale.ROOT, ", %.2f at the prices given", cost) : "",
        all < 2 * MINUTE
            ? "about " + Math.max(1, Math.round(all)) + " s"
            : "about " + Math.round(all / MINUTE) + " minutes");
  }

  private static String tokens(long count) {
    return count < 100_000
        ? String.format(Locale.ROOT, "%,d", count)
        : String.format(Locale.ROOT, "%.1f M", count / 1e6);
  }
}
