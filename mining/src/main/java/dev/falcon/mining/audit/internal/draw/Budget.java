package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.statistics.SampleSize;
import dev.falcon.mining.audit.request.AuditOptions;
import java.util.Arrays;

/**
 * The number of pairs to draw from each stratum: as many as the precision needs and the budget
 * allows.
 *
 * @param drawn the number of pairs to draw from each stratum
 * @param needed the total number of pairs that the precision needs, if the budget allows fewer;
 *     null otherwise
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Budget(long[] drawn, Long needed) {
  public static Budget of(long[] populations, AuditOptions options) {
    long[] wanted = populations.clone();
    if (options.precision() != null) {
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = SampleSize.forPrecision(options.precision(), populations[i]);
      }
    }
    long sum = Arrays.stream(wanted).sum();
    boolean tooMany = options.precision() != null && sum > options.maxPairs();
    return new Budget(
        SampleSize.divide(wanted, options.maxPairs()), tooMany ? Long.valueOf(sum) : null);
  }
}
