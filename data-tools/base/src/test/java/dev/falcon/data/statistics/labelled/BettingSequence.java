// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;
import java.util.OptionalInt;

/**
 * A confidence sequence that is exact at every count (Waudby-Smith and Ramdas, 2023, the hedged
 * capital process): of each mean of a grid, the capital of bets against it from above and from
 * below. A mean is out once a capital has reached 40.
 */
final class BettingSequence {
  private static final int STEPS = 1000;
  private static final double LIMIT = Math.log(2 / 0.05);

  private BettingSequence() {}

  /**
   * The 95 % interval after the last number.
   *
   * @param numbers in [0, 1]
   * @param population of which they are drawn without replacement, if they are
   */
  static Interval of(double[] numbers, OptionalInt population) {
    double[] bets = bets(numbers);
    int low = STEPS;
    int high = 0;
    for (int step = 0; step <= STEPS; step++) {
      if (stays((double) step / STEPS, numbers, bets, population)) {
        low = Math.min(low, step);
        high = Math.max(high, step);
      }
    }
    return new Interval(
        Math.max(0, low - 1) / (double) STEPS, Math.min(STEPS, high + 1) / (double) STEPS);
  }

  /** Bets by the numbers before each. */
  private static double[] bets(double[] numbers) {
    double[] bets = new double[numbers.length];
    double sum = 0.5;
    double squares = 0.25;
    double variance = 0.25;
    for (int i = 0; i < bets.length; i++) {
      int t = i + 1;
      bets[i] = Math.sqrt(2 * LIMIT / (variance * t * Math.log(1 + t)));
      sum += numbers[i];
      double mean = sum / (t + 1);
      squares += (numbers[i] - mean) * (numbers[i] - mean);
      variance = squares / (t + 1);
    }
    return bets;
  }

  private static boolean stays(
      double asked, double[] numbers, double[] bets, OptionalInt population) {
    double up = 0;
    double down = 0;
    double sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      double mean = asked;
      if (population.isPresent()) {
        mean = (population.getAsInt() * asked - sum) / (population.getAsInt() - i);
        if (mean < -1e-12 || mean > 1 + 1e-12) {
          return false;
        }
      }
      mean = Math.min(1 - 1e-12, Math.max(1e-12, mean));
      up += Math.log1p(Math.min(bets[i], 0.5 / mean) * (numbers[i] - mean));
      down += Math.log1p(-Math.min(bets[i], 0.5 / (1 - mean)) * (numbers[i] - mean));
      if (Math.max(up, down) >= LIMIT) {
        return false;
      }
      sum += numbers[i];
    }
    return true;
  }
}
