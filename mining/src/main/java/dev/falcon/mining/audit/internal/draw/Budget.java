package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.statistics.SampleSize;
import dev.falcon.mining.audit.request.AuditOptions;
import java.util.Arrays;

/**
 * How many pairs to draw of each stratum: as many as the precision needs and the budget allows.
 *
 * @param drawn of each stratum
 * @param needed how many the precision needs in all, where the budget allows fewer; else null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Budget(long[] drawn, Long needed) {
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
