package dev.falcon.mining.audit;

import dev.falcon.data.statistics.Rate;
import java.util.List;
import java.util.Locale;

/** An audit's figures as people read them, alike on the terminal and on the page. */
public final class AuditFigures {
  /** What {@link #cells} stand under. */
  public static final List<String> DETECTOR_HEADINGS =
      List.of(
          "negatives",
          "judge",
          "direction",
          "pairs",
          "matches",
          "AP",
          "ROC AUC",
          "above",
          "precision",
          "recall");

  private static final String NONE = "–";

  private AuditFigures() {}

  /** What a judge is worth as a detector of false negatives, at one threshold. */
  public static List<String> cells(AuditResult.Detector detector, AuditResult.AtThreshold at) {
    return List.of(
        detector.kind().label(),
        detector.judge(),
        detector.direction() == null ? "both" : detector.direction().label(),
        String.format(Locale.ROOT, "%,d", detector.pairs()),
        String.format(Locale.ROOT, "%,d", detector.matches()),
        decimal(detector.averagePrecision()),
        decimal(detector.rocAuc()),
        Double.toString(at.threshold()),
        percent(at.precision()),
        percent(at.recall()));
  }

  /** A share in percent with its interval; a dash where nothing was judged. */
  public static String percent(Rate rate) {
    return rate == null || rate.interval() == null
        ? NONE
        : String.format(
            Locale.ROOT,
            "%.2f [%.2f, %.2f]",
            100 * rate.share(),
            100 * rate.interval().low(),
            100 * rate.interval().high());
  }

  /** A figure with four digits; a dash where there is none. */
  public static String decimal(Double value) {
    return value == null || value.isNaN() ? NONE : String.format(Locale.ROOT, "%.4f", value);
  }
}
