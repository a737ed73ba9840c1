package dev.falcon.training.config.internal;

import dev.falcon.data.RequestException;

/** What a key's value must satisfy, said in one line where it does not. */
public final class Checks {
  private Checks() {}

  /** For a path or a name that nothing is taken for. */
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
