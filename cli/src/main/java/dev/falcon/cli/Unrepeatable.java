package dev.falcon.cli;

import dev.falcon.data.verify.Verification;
import dev.falcon.mining.verify.RecordedPlan;
import java.util.Optional;

/** Why an output is not made again to compare it. */
final class Unrepeatable {
  private Unrepeatable() {}

  /** The reason; empty where it can be tried. */
  static Optional<String> reason(RecordedPlan plan, Verification verification) {
    String command = plan.provenance().command();
    if (!plan.isOfSearchSpaces()) {
      return Optional.of(
          "only plans and lists from search spaces are; this is of falcon "
              + command
              + ", "
              + about(command));
    }
    return verification.isRepeatable()
        ? Optional.empty()
        : Optional.of("what it is made of is not as recorded");
  }

  private static String about(String command) {
    if (command.equals("judge")) {
      return "whose model's answers cannot be made again";
    }
    if (command.equals("label")) {
      return "whose labels people gave";
    }
    if (command.startsWith("train") || command.startsWith("finetune")) {
      return "which its config.yaml trains again";
    }
    return "which the same command makes again in another folder, for --against";
  }
}
