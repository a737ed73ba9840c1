// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.gate;

import dev.falcon.data.statistics.Interval;
import java.util.Locale;
import java.util.Optional;

/**
 * A measured number.
 *
 * @param value the number, or a difference of two
 * @param interval its 95 % interval, if it has one
 */
public record Measurement(double value, Optional<Interval> interval) {
  double low() {
    return interval.map(Interval::low).orElse(value);
  }

  double high() {
    return interval.map(Interval::high).orElse(value);
  }

  String words() {
    return interval
        .map(
            range ->
                String.format(Locale.ROOT, "%.4f [%.4f, %.4f]", value, range.low(), range.high()))
        .orElseGet(() -> String.format(Locale.ROOT, "%.4f", value));
  }
}
