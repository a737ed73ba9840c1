// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report.internal;

import dev.falcon.eval.datacomp.Aggregate;
import dev.falcon.eval.report.RunComparison;
import dev.falcon.eval.report.ScoreInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats numbers for text files. */
final class TextFile {
  private static final double PERCENT = 100;

  /** The text that replaces a missing number. */
  static final String NOTHING = "–";

  private TextFile() {}

  /** Returns a fraction in percent, with one decimal. */
  static String percent(double fraction) {
    return Double.isNaN(fraction) ? "NaN" : String.format(Locale.ROOT, "%.1f", PERCENT * fraction);
  }

  /** Returns a difference in percentage points, with its sign and interval. */
  static String points(ScoreInterval difference) {
    if (difference == null) {
      return NOTHING;
    }
    String value = signed(difference.value());
    return difference.interval() == null
        ? value
        : value
            + " ["
            + signed(difference.interval().low())
            + ", "
            + signed(difference.interval().high())
            + "]";
  }

  /** Returns a score in percent; for an incomplete aggregate, the number of missing tasks. */
  static String cell(RunComparison.Cell cell) {
    return cell.words(NOTHING, TextFile::percent);
  }

  /** Returns a sentence with the average of every column, and its difference to the first. */
  static String conclusion(RunComparison comparison) {
    RunComparison.Row average =
        comparison.aggregates().stream()
            .filter(row -> row.name().equals(Aggregate.AVERAGE))
            .findFirst()
            .orElseThrow();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < comparison.columns().size(); i++) {
      RunComparison.Cell cell = average.cells().get(i);
      String name = comparison.columns().get(i).name();
      if (cell.score() == null) {
        parts.add(name + " has none of the tasks");
      } else if (Double.isNaN(cell.score().value()) || cell.missing() > 0) {
        parts.add(name + " lacks " + cell.missing() + " tasks, so it has no average of the suite");
      } else {
        parts.add(
            name
                + ": "
                + percent(cell.score().value())
                + " % on average"
                + (cell.difference() == null || average.cells().get(0).missing() > 0
                    ? ""
                    : ", "
                        + points(cell.difference())
                        + " to "
                        + comparison.columns().get(0).name()));
      }
    }
    return String.join("; ", parts) + ".";
  }

  /** Returns the heading of the tasks that the first column lacks. */
  static String lacking(RunComparison comparison) {
    int count = comparison.tasks(false).size();
    return count
        + (count == 1 ? " task" : " tasks")
        + " without a score of "
        + comparison.columns().get(0).name();
  }

  private static String signed(double fraction) {
    return String.format(Locale.ROOT, "%+.1f", PERCENT * fraction);
  }
}
