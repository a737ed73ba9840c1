// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The decision on equal scores in a suite's own code. All rules but the strict one come from taking
 * the option with the maximum, of which one place in a list is the first.
 */
public enum TieRule {
  /** A tie is wrong, and so is NaN. */
  STRICT,
  /** The right options come first, so that a tie is right; NaN counts as the maximum. */
  TRUE_FIRST,
  /** The wrong options come first, so that a tie is wrong; NaN counts as the maximum. */
  FALSE_FIRST,
  /** The options come in the table's order, the first maximum wins, and NaN counts as it. */
  FIRST,
  /** The options come in the table's order, the last maximum wins, and so does it beside a NaN. */
  LAST;

  /** Returns the name in files. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the rule with this name.
   *
   * @throws RequestException if there is none
   */
  @JsonCreator
  public static TieRule ofLabel(String label) {
    return Arrays.stream(values())
        .filter(rule -> rule.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new RequestException(
                    "ties must be one of "
                        + Arrays.stream(values())
                            .map(TieRule::label)
                            .collect(Collectors.joining(", "))
                        + "; it is '"
                        + label
                        + "'"));
  }

  /** Returns whether a contest is won by this rule. */
  boolean isWon(Contest contest, float[] scores) {
    if (this == STRICT) {
      return contest.margin(scores) > 0;
    }
    int[] order =
        switch (this) {
          case TRUE_FIRST -> contest.options().toArray();
          case FALSE_FIRST ->
              IntStream.concat(IntStream.of(contest.wrong()), IntStream.of(contest.right()))
                  .toArray();
          default -> contest.options().sorted().toArray();
        };
    int best = this == LAST ? lastMaximum(order, scores) : firstMaximum(order, scores);
    return IntStream.of(contest.right()).anyMatch(option -> option == best);
  }

  private static int firstMaximum(int[] order, float[] scores) {
    int best = order[0];
    for (int option : order) {
      // Float.compare puts NaN above all numbers, but distinguishes the zeros.
      if (scores[option] > scores[best]
          || (Float.isNaN(scores[option]) && !Float.isNaN(scores[best]))) {
        best = option;
      }
    }
    return best;
  }

  private static int lastMaximum(int[] order, float[] scores) {
    int best = order[0];
    for (int option : order) {
      if (!(scores[option] < scores[best])) {
        best = option;
      }
    }
    return best;
  }
}
