package dev.falcon.cli;

import dev.falcon.data.verify.Verification;
import dev.falcon.mining.RecordedPlan;
import java.util.Optional;

/** Why an output is not made again to compare it. */
final class Unrepeatable {
  private Unrepeatable() {}

  /**
   * The reason; empty where it can be tried.
   *
   * @param whole whether all of it is to be made again, and not some search spaces
   */
  static Optional<String> reason(RecordedPlan plan, Verification verification, boolean whole) {
    if (!whole && !plan.isOfSearchSpaces()) {
      return Optional.of(
          "only plans and lists from search spaces have search spaces to draw; this is of falcon "
              + plan.provenance().command());
    }
    return verification.isRepeatable()
        ? Optional.empty()
        : Optional.of("what it is made of is not as recorded");
  }
}
