// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import java.util.Optional;

/**
 * When a run of questions ends before its last pair: after many refusals in a row, after many
 * answers in a row that are neither yes nor no, at the limit on the cost, if the forecast is not
 * confirmed, or if a question fails for a reason that is not the server's. The first reason counts.
 * Thread-safe.
 */
final class JudgeStop {
  private final InARow refusals = new InARow("questions in a row were refused");
  private final InARow unreadable = new InARow("answers in a row say neither yes nor no");
  private Optional<String> reason = Optional.empty();
  private Optional<Throwable> broken = Optional.empty();

  /** Events without another between them. */
  private static final class InARow {
    private static final int MOST = 20;

    private final String what;
    private int count;

    InARow(String what) {
      this.what = what;
    }

    void end() {
      count = 0;
    }

    Optional<String> another(String last) {
      return ++count < MOST
          ? Optional.empty()
          : Optional.of(MOST + " " + what + ", the last: " + last);
    }
  }

  synchronized boolean isReached() {
    return reason.isPresent();
  }

  synchronized Optional<String> reason() {
    return reason;
  }

  /** Takes note of what all answers have cost, those of earlier runs included. */
  synchronized void spent(JudgeSpending spending) {
    spending.limit().ifPresent(this::at);
  }

  /** Takes note of an answer of this run. */
  synchronized void answered(JudgedAnswer answer) {
    refusals.end();
    if (answer.counts()) {
      unreadable.end();
    } else {
      unreadable.another(answer.text()).ifPresent(this::at);
    }
  }

  synchronized void refused(String why) {
    refusals.another(why).ifPresent(this::at);
  }

  synchronized void unconfirmed() {
    at("it was not confirmed");
  }

  /** Ends the run for a reason that is not the server's, such as a full disk. */
  synchronized void brokeOff(Throwable cause) {
    broken = broken.or(() -> Optional.of(cause));
    at(String.valueOf(cause.getMessage()));
  }

  private void at(String why) {
    reason = reason.or(() -> Optional.of(why));
  }

  /** Throws the first cause that {@link #brokeOff} received, if any. */
  synchronized void rethrow() {
    if (broken.orElse(null) instanceof Error error) {
      throw error;
    }
    if (broken.orElse(null) instanceof RuntimeException failure) {
      throw failure;
    }
  }
}
