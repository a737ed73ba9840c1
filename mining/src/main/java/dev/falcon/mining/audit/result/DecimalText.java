package dev.falcon.mining.audit.result;

import java.math.BigDecimal;

/** Thresholds and quantiles as people write them. */
final class DecimalText {
  private DecimalText() {}

  /** All digits and no exponent. */
  static String of(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
  }
}
