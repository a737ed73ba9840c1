package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.statistics.SampleSize;

/** How many pairs to draw of each stratum: as many as the precision needs and the budget allows. */
final class Budget {
  private Budget() {}

  static long[] of(long[] populations, AuditOptions options) {
    long[] wanted = populations.clone();
    if (options.precision() != null) {
      for (int i = 0; i < wanted.length; i++) {
        wanted[i] = SampleSize.forPrecision(options.precision(), populations[i]);
      }
    }
    return SampleSize.divide(wanted, options.maxPairs());
  }
}
