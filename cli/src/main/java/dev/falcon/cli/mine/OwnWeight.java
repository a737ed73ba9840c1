// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.OwnReliability;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** The weight of own similarities that {@code --own-weight} gives or takes from a store. */
final class OwnWeight {
  private static final String AUTO = "auto";

  private OwnWeight() {}

  /** Returns whether the weight is to be estimated; false if none is given. */
  static boolean isEstimated(String given) {
    return AUTO.equals(given);
  }

  /**
   * Returns the weight.
   *
   * @param estimated supplies the estimate; called only for {@code auto}
   */
  static float of(String given, Supplier<Float> estimated) {
    if (isEstimated(given)) {
      return estimated.get();
    }
    try {
      return Float.parseFloat(given);
    } catch (NumberFormatException e) {
      throw new RequestException(
          "own-weight must be a number in [0, 1] or auto; own-weight=" + given, e);
    }
  }

  /** Returns the reliability as the weight, or the usual weight if a store shows no reliability. */
  static float estimated(OptionalDouble reliability, OutputOptions output) {
    float weight =
        reliability.isPresent() ? (float) reliability.getAsDouble() : OwnReliability.USUAL_WEIGHT;
    output.note(
        String.format(
            Locale.ROOT,
            "own weight: %.3f%s",
            weight,
            reliability.isPresent() ? "" : ", since no image has several captions"));
    return weight;
  }
}
