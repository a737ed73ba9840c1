// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.table;

import dev.falcon.data.verify.FileFinding;
import dev.falcon.data.verify.OutputDifference;
import dev.falcon.data.verify.Verification;
import dev.falcon.mining.Repetition;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Describes a verification for people. */
public final class VerificationText {
  private VerificationText() {}

  /**
   * Returns the text.
   *
   * @param made the comparison with the output that its command has made again, if that was done
   * @param notRepeated why the output was not made again, if that was requested
   */
  public static String of(
      Verification verification,
      Optional<Repetition> repetition,
      Optional<OutputDifference> made,
      Optional<String> notRepeated) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s, made by Falcon %s (%s)%s%n",
            verification.output(),
            verification.kind(),
            verification.falconVersion(),
            verification.commit(),
            verification.sameRelease() ? "" : "; this is another release"));
    verification.contradictions().forEach(line -> line(text, "DIFFERS", line));
    findings(text, "files", verification.files());
    findings(text, "inputs", verification.inputs());
    repetition.ifPresent(spaces -> repetition(text, spaces));
    made.ifPresent(compared -> compared(text, "made again", compared));
    notRepeated.ifPresent(reason -> line(text, "not done", "made again: " + reason));
    return text.toString();
  }

  /** Returns the line of a comparison with another output. */
  public static String of(OutputDifference compared) {
    StringBuilder text = new StringBuilder();
    compared(text, compared.other(), compared);
    return text.toString();
  }

  private static void compared(StringBuilder text, String name, OutputDifference compared) {
    if (compared.difference().isPresent()) {
      line(text, "DIFFERS", name + ": " + compared.difference().get());
    } else {
      String files =
          compared.files() == 1
              ? "its one file"
              : String.format(Locale.ROOT, "%,d files", compared.files());
      line(text, "holds", name + ": every byte of " + files + " is equal");
    }
  }

  private static void findings(StringBuilder text, String what, List<FileFinding> findings) {
    long holding = findings.stream().filter(FileFinding::holds).count();
    if (holding > 0) {
      long bytes = findings.stream().filter(FileFinding::holds).mapToLong(FileFinding::bytes).sum();
      line(
          text,
          "holds",
          String.format(
              Locale.ROOT, "%s: %,d of %,d, %,d bytes", what, holding, findings.size(), bytes));
    }
    for (FileFinding finding : findings) {
      switch (finding.status()) {
        case HOLDS -> {}
        case CHANGED ->
            line(text, "DIFFERS", finding.name() + ": changed: " + finding.path().orElse(""));
        case MISSING ->
            line(
                text,
                "MISSING",
                finding.name()
                    + (finding.others() == 0
                        ? ": not found"
                        : ": " + finding.others() + " files of this name have different contents")
                    + "; name its folder with --input");
      }
    }
  }

  private static void repetition(StringBuilder text, Repetition repetition) {
    String spaces =
        String.format(
            Locale.ROOT,
            "%,d of %s made again",
            repetition.spaces(),
            Counted.of(repetition.of(), "search space"));
    if (repetition.difference().isPresent()) {
      line(text, "DIFFERS", spaces + ": " + repetition.difference().get());
      return;
    }
    String equal = repetition.bytesCompared() ? "every byte is equal" : "all rows are equal";
    line(text, "holds", spaces + ", " + equal);
    if (repetition.spaces() < repetition.of()) {
      line(
          text,
          "proves",
          String.format(
              Locale.ROOT,
              "at 95 %%, at most %.1f %% of the search spaces differ",
              100 * repetition.differingShareAtMost()));
    }
  }

  private static void line(StringBuilder text, String status, String line) {
    text.append(String.format(Locale.ROOT, "  %-8s  %s%n", status, line));
  }
}
