// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.RecordedFlags;
import dev.falcon.data.RequestException;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.Withholding;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The flags that measure how many listed negatives are false, and that bound their share. */
final class WithholdFlags implements RecordedFlags {
  @Option(
      names = "--withhold",
      paramLabel = "N",
      description =
          "Measure false negatives by withholding positives of N queries (default: a twentieth of"
              + " them, at least 200 and at most 1000; with --from, 0).")
  private Integer withhold; // null if not named

  @Option(
      names = "--target-false",
      paramLabel = "P",
      description =
          "Choose the weakest setting of --target-by with which, at 95 %% confidence, less than a"
              + " share P of the negatives are withheld positives; P lies in (0, 1).")
  private Double targetFalse; // null if not named

  @Effect(with = "--target-false")
  @Option(
      names = "--target-by",
      paramLabel = "RULE",
      description =
          "With --target-false: the option to set: witness, relative-margin or range-min (default:"
              + " witness for text-text with --depth, else relative-margin).")
  private String targetBy; // null if not named

  /**
   * Returns the settings of the measurement.
   *
   * @param direction the direction of the lists
   * @param deep whether only the nearest candidates are considered
   * @param saved whether the candidates are those of an earlier search
   */
  Withholding settings(SearchDirection direction, boolean deep, boolean saved) {
    OptionalInt count =
        withhold != null
            ? OptionalInt.of(withhold)
            : saved && targetFalse == null ? OptionalInt.of(0) : OptionalInt.empty();
    return new Withholding(
        count,
        Optional.ofNullable(targetFalse)
            .map(share -> new Withholding.Target(share, rule(direction, deep || saved))));
  }

  private Withholding.Rule rule(SearchDirection direction, boolean deep) {
    if (targetBy == null) {
      return deep && direction == SearchDirection.TEXT_TEXT
          ? Withholding.Rule.WITNESS
          : Withholding.Rule.RELATIVE_MARGIN;
    }
    return Arrays.stream(Withholding.Rule.values())
        .filter(rule -> rule.label().equals(targetBy.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "target-by must be one of witness, relative-margin, range-min; target-by="
                        + targetBy));
  }
}
