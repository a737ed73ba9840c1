// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import dev.falcon.data.verify.Verification;
import dev.falcon.mining.RecordedPlan;
import java.util.Optional;

/** The reasons why an output is not made again for comparison. */
final class RemakeRefused {
  private RemakeRefused() {}

  /**
   * Returns the reason; empty if the output can be made again.
   *
   * @param whole whether the whole output is to be made again, rather than some search spaces
   */
  static Optional<String> reason(RecordedPlan plan, Verification verification, boolean whole) {
    if (!whole && !plan.isOfSearchSpaces()) {
      return Optional.of(
          "--sample draws search spaces, which only plans have; --again makes the whole output");
    }
    if (!verification.contradictions().isEmpty()) {
      return Optional.of("the output and its record contradict each other");
    }
    return verification.isRepeatable()
        ? Optional.empty()
        : Optional.of("what it is made of is not as recorded");
  }
}
