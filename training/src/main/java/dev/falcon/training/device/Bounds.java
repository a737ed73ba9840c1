package dev.falcon.training.device;

import dev.falcon.data.FalconException;
import java.util.Locale;

/** The largest differences that pass the check. */
final class Bounds {
  /** The largest difference of two unit vectors' values. */
  static final double EMBEDDING_TOLERANCE = 1e-5;

  /** The smallest share of a plan's rows on which the vectors of both devices agree. */
  static final double SAME_ROWS = 0.99;

  /** The largest relative difference of a first step's losses and gradient norm. */
  static final double STEP_TOLERANCE = 1e-3;

  /** The largest growth of the process in MiB, from a quarter of the steps to their end. */
  static final long GROWTH = 64;

  private Bounds() {}

  /** Fails where a difference exceeds its bound or is NaN. */
  static String within(String what, double difference, double bound) {
    String text =
        String.format(Locale.ROOT, "%s %.2g, at most %.2g is allowed", what, difference, bound);
    if (!(difference <= bound)) {
      throw new FalconException(text);
    }
    return text;
  }
}
