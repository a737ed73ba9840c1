package dev.falcon.eval.internal.report;

import dev.falcon.eval.report.comparison.RunComparison;
import dev.falcon.eval.report.comparison.ScoreInterval;
import java.util.Locale;

/** Text files, and how numbers look in them. */
final class TextFile {
  private static final double PERCENT = 100;

  /** What stands where there is no number. */
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

  /** A score in percent; an aggregate that is none says how many of its tasks it lacks. */
  static String cell(RunComparison.Cell cell) {
    return cell.words(NOTHING, TextFile::percent);
  }

  private static String signed(double fraction) {
    return String.format(Locale.ROOT, "%+.1f", PERCENT * fraction);
  }
}
