// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;

/** Checks of configuration values; each fails with a one-line message. */
public final class Checks {
  private Checks() {}

  /** Checks a path or a name that has no default. */
  public static void named(String key, String value) {
    if (value.isBlank()) {
      throw new RequestException(key + " must be named: it has no default");
    }
  }

  public static void atLeast(String key, long value, long lowest) {
    if (value < lowest) {
      throw new RequestException(key + " must be at least " + lowest + "; " + key + "=" + value);
    }
  }

  public static void inRange(String key, double value, double lowest, double highest) {
    if (!(value >= lowest && value <= highest)) {
      throw new RequestException(
          key + " must be in [" + lowest + ", " + highest + "]; " + key + "=" + value);
    }
  }
}
