// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

/**
 * Limits the number of concurrent questions. The limit is halved when the server reports that it is
 * busy, and rises by one after every 50 replies since then.
 */
final class AdaptiveLimit {
  private static final int GOOD = 50;

  private final int most;
  private int allowed;
  private int running;
  private int good;

  AdaptiveLimit(int most) {
    this.most = most;
    this.allowed = most;
  }

  synchronized int allowed() {
    return allowed;
  }

  synchronized void begin() throws InterruptedException {
    while (running >= allowed) {
      wait();
    }
    running++;
  }

  synchronized void end(boolean busy) {
    running--;
    if (busy) {
      allowed = Math.max(1, allowed / 2);
      good = 0;
    } else if (++good == GOOD) {
      allowed = Math.min(most, allowed + 1);
      good = 0;
    }
    notifyAll();
  }
}
