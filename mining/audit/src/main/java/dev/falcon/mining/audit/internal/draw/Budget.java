// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.draw;

import dev.falcon.data.RequestException;
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
  /**
   * Divides the budget of an audit.
   *
   * @throws RequestException if it leaves a stratum without a pair
   */
  public static Budget of(long[] populations, AuditOptions options) {
    long strata = Arrays.stream(populations).filter(population -> population > 0).count();
    if (options.maxPairs() < strata) {
      throw new RequestException(
          "max-pairs must be at least "
              + strata
              + ", one pair for each kind, quantile and direction; max-pairs="
              + options.maxPairs());
    }
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
