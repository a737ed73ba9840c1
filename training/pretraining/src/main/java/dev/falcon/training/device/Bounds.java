// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import dev.falcon.data.FalconException;
import java.util.Locale;

/** The bounds of the checks. */
final class Bounds {
  /** The largest absolute difference between the values of two unit vectors. */
  static final double EMBEDDING_TOLERANCE = 1e-5;

  /**
   * The smallest fraction of a plan's rows that must be the same for the vectors of both devices.
   */
  static final double SAME_ROWS = 0.99;

  /** The largest relative difference of a first step's losses and gradient norm. */
  static final double STEP_TOLERANCE = 1e-3;

  /** The largest growth of the process in MiB, from a quarter of the steps to the last step. */
  static final long GROWTH = 64;

  private Bounds() {}

  /** Returns a description of a difference; fails if the difference exceeds its bound or is NaN. */
  static String within(String what, double difference, double bound) {
    String text =
        String.format(Locale.ROOT, "%s %.2g, at most %.2g is allowed", what, difference, bound);
    if (!(difference <= bound)) {
      throw new FalconException(text);
    }
    return text;
  }
}
