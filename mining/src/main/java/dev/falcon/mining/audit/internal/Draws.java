package dev.falcon.mining.audit.internal;

import dev.falcon.data.RandomStream;
import java.util.Arrays;

/** Draws without replacement. */
final class Draws {
  private Draws() {}

  /**
   * Distinct numbers below the population, every set of them equally likely (Floyd's method).
   *
   * @return rising
   */
  static long[] distinct(RandomStream random, long population, int count) {
    long[] drawn = new long[count];
    if (count == population) {
      Arrays.setAll(drawn, i -> i);
      return drawn;
    }
    LongSet taken = new LongSet(count);
    int at = 0;
    for (long limit = population - count; limit < population; limit++) {
      long number = below(random, limit + 1);
      if (!taken.add(number)) {
        number = limit;
        taken.add(number);
      }
      drawn[at++] = number;
    }
    Arrays.sort(drawn);
    return drawn;
  }

  /** Uniform in [0, bound). */
  static long below(RandomStream random, long bound) {
    if (bound == 1) {
      return 0;
    }
    int shift = Long.numberOfLeadingZeros(bound - 1);
    long number = random.nextLong() >>> shift;
    while (number >= bound) {
      number = random.nextLong() >>> shift;
    }
    return number;
  }
}
