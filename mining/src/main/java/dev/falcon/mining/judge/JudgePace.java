package dev.falcon.mining.judge;

/**
 * How many questions may be under way at the same time: half as many after the server has said that
 * it is busy, and one more after every 50 replies since.
 */
final class JudgePace {
  private static final int GOOD = 50;

  private final int most;
  private int allowed;
  private int running;
  private int good;

  JudgePace(int most) {
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
