// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.Locale;
import java.util.Optional;

/** The tokens, the time and the money that the answers of a run have taken. Thread-safe. */
final class JudgeSpending {
  private static final double SECOND = 1e9;

  private final JudgeRequest.Prices prices;
  private int replies;
  private long tokensIn;
  private long tokensOut;
  private long nanoseconds;

  JudgeSpending(JudgeRequest.Prices prices) {
    this.prices = prices;
  }

  synchronized void add(JudgedAnswer answer, long took) {
    replies++;
    tokensIn += answer.tokensIn();
    tokensOut += answer.tokensOut();
    nanoseconds += took;
  }

  /** Returns why no more may be spent; empty as long as more may. */
  synchronized Optional<String> limit() {
    double cost = prices.of(tokensIn, tokensOut);
    return prices.most().isPresent() && cost >= prices.most().getAsDouble()
        ? Optional.of(String.format(Locale.ROOT, "the limit on the cost is reached: %.4f", cost))
        : Optional.empty();
  }

  /** Returns what further pairs will take, by the mean of the answers; empty without an answer. */
  synchronized Optional<JudgeForecast> forecast(int pairs) {
    return replies == 0
        ? Optional.empty()
        : Optional.of(
            new JudgeForecast(
                pairs, tokensIn / replies, tokensOut / replies, nanoseconds / SECOND / replies));
  }
}
