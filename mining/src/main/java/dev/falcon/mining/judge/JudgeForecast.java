package dev.falcon.mining.judge;

import java.util.Locale;

/**
 * The cost of the questions that are left, by those that were asked.
 *
 * @param pairs how many are left at most; some may have an answer from an earlier run
 * @param tokensIn of the question of one
 * @param tokensOut of its answer
 * @param seconds from question to answer
 */
record JudgeForecast(int pairs, long tokensIn, long tokensOut, double seconds) {
  private static final int MINUTE = 60;

  /** In words. */
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
