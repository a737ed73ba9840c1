package dev.falcon.eval.report.internal;

import dev.falcon.eval.report.RunComparison;
import dev.falcon.eval.report.ScoreInterval;
import java.util.Locale;

/** Text files, and how numbers look in them. */
final class TextFile {
  private static final double PERCENT = 100;

  /** The text that replaces a missing number. */
  static final String NOTHING = "–";

  private TextFile() {}

  /** A fraction in percent with one decimal. */
  static String percent(double fraction) {
    return Double.isNaN(fraction) ? "NaN" : String.format(Locale.ROOT, "%.1f", PERCENT * fraction);
  }

  /** A difference in percentage points, with its sign and interval. */
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

  /** A score in percent; a missing aggregate gives the number of missing tasks. */
  static String cell(RunComparison.Cell cell) {
    return cell.words(NOTHING, TextFile::percent);
  }

  private static String signed(double fraction) {
    return String.format(Locale.ROOT, "%+.1f", PERCENT * fraction);
  }
}
