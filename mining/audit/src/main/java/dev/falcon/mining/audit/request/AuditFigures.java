// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditResult.DecimalText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats an audit's figures for people, in the same way for the terminal and for the page. */
public final class AuditFigures {
  /** The headings of {@link #detectors}. */
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

  /**
   * A sentence about the uncertainty that the intervals include, and the uncertainty that they do
   * not.
   */
  public static final String OF_INTERVALS =
      "95 % intervals count the draw, and that pairs share images and captions; not a judge's"
          + " errors";

  private static final String NONE = "–";

  private AuditFigures() {}

  /** Returns the main finding in one or two sentences. */
  public static String sentence(AuditResult result) {
    Optional<Finding> headline = headline(result);
    if (headline.isEmpty()) {
      if (result.judges().isEmpty() || result.onlyDrawn()) {
        return "How many negatives are false is not known yet: nobody has judged the drawn pairs.";
      }
      if (calibrated(result)) {
        return "How many negatives are false is not known: the calibration file does not show how "
            + String.join(", ", cosines(result))
            + (cosines(result).size() == 1 ? " errs" : " err")
            + " on them. The scores below say how alike the pairs are, not how many match.";
      }
      return "How many negatives are false is not known: "
          + String.join(", ", cosines(result))
          + noun(result)
          + " that nothing calibrates. The scores below say how alike the pairs are, not how many"
          + " match.";
    }
    Finding first = headline.get();
    StringBuilder text = new StringBuilder("Of ");
    text.append(negatives(first)).append(' ').append(percentSign(first)).append(" are false ");
    text.append(by(first));
    result.findings().stream()
        .filter(other -> other.kind() == PairKind.OFF_DIAGONAL && other.kind() != first.kind())
        .findFirst()
        .ifPresent(
            other ->
                text.append("; of ")
                    .append(negatives(other))
                    .append(' ')
                    .append(percentSign(other)));
    return text.append('.').toString();
  }

  /**
   * Returns the main finding, that of the hardest negatives; in a grid, that of the greatest
   * quantile.
   */
  public static Optional<Finding> headline(AuditResult result) {
    return result.findings().stream()
        .filter(
            finding ->
                finding.quantile() != null
                    || finding.kind() != PairKind.QUANTILE
                    || result.findings().stream()
                        .noneMatch(
                            other -> other.kind() == PairKind.QUANTILE && other.quantile() != null))
        .findFirst();
  }

  /** Returns the kinds of negatives with a finding, and their meanings. */
  public static String kinds(AuditResult result) {
    return PairKind.hardestFirst().stream()
        .filter(kind -> result.findings().stream().anyMatch(finding -> finding.kind() == kind))
        .map(kind -> kind.label().replace('_', ' ') + ": " + meaning(kind))
        .collect(Collectors.joining("; "));
  }

  private static String meaning(PairKind kind) {
    return switch (kind) {
      case HARDEST -> "a sample and the most similar other one of its batch";
      case CHAIN -> "a sample and the one that was chosen for it";
      case OFF_DIAGONAL -> "any two samples of a batch";
      case QUANTILE -> "a sample and the candidate at this quantile of similarity";
      case LISTED -> "the pairs of the list";
      case CALIBRATION -> "the pairs to calibrate on";
    };
  }

  private static String noun(AuditResult result) {
    String score =
        result.judges().stream().anyMatch(judge -> judge.scores() == JudgeKind.SCORE)
            ? "score"
            : "cosine";
    return cosines(result).size() == 1 ? " is a " + score : " are " + score + "s";
  }

  private static List<String> cosines(AuditResult result) {
    return result.judges().stream()
        .filter(judge -> !judge.scores().saysMatches())
        .map(AuditResult.JudgeInfo::name)
        .toList();
  }

  private static String negatives(Finding finding) {
    return switch (finding.kind()) {
      case HARDEST -> "the hardest negatives in a batch";
      case CHAIN -> "the samples that the chain chose";
      case OFF_DIAGONAL -> "all pairs of a batch";
      case LISTED -> "the listed pairs";
      case QUANTILE ->
          finding.quantile() == null
              ? "the candidates"
              : "the candidates at quantile " + decimal(finding.quantile());
      case CALIBRATION -> "the pairs to calibrate on";
    };
  }

  private static String by(Finding finding) {
    return switch (finding.source()) {
      case TRUTH ->
          finding.rare()
              ? String.format(
                  Locale.ROOT,
                  "by truth, which is known of %,d of %,d",
                  finding.judged(),
                  finding.drawn())
              : "by truth";
      case LABELS ->
          String.format(
              Locale.ROOT,
              "by %,d labels, and [%.1f, %.1f] whenever labelling stops",
              finding.judged(),
              100 * finding.anytime().low(),
              100 * finding.anytime().high());
      case SAMPLE ->
          String.format(
              Locale.ROOT,
              "by truth of %,d pairs, each chosen with a known probability",
              finding.judged());
      case CORRECTED -> "by " + finding.judge() + ", corrected for its errors";
      case JUDGE -> "if " + above(finding.judge(), finding.threshold()) + " is right";
    };
  }

  /** Returns the basis of a finding, as a table cell. */
  public static String source(Finding finding) {
    String judge = above(finding.judge(), finding.threshold());
    return switch (finding.source()) {
      case CORRECTED -> judge + ", corrected";
      case SAMPLE -> judge + ", sample";
      case TRUTH, LABELS, JUDGE -> judge;
    };
  }

  /** Returns the name of a kind with its quantile, if it has one. */
  public static String name(PairKind kind, Double quantile) {
    return quantile == null ? kind.label() : kind.label() + " " + decimal(quantile);
  }

  /** Returns the name of a judge with its threshold. */
  public static String above(String judge, Double threshold) {
    return threshold == null ? judge : judge + " > " + decimal(threshold);
  }

  /** Returns whether the audit had pairs to calibrate on. */
  static boolean calibrated(AuditResult result) {
    return result.strata().stream().anyMatch(stratum -> !stratum.kind().audited());
  }

  /**
   * Returns the quality of the judges as detectors of false negatives, one row per judge, kind,
   * direction and threshold.
   *
   * @param directions whether to include the rows of a single direction
   */
  public static List<List<String>> detectors(AuditResult result, boolean directions) {
    List<List<String>> rows = new ArrayList<>();
    for (AuditResult.Detector detector : result.detectors()) {
      if (directions || detector.direction() == null) {
        detector.thresholds().forEach(at -> rows.add(cells(detector, at)));
      }
    }
    return rows;
  }

  private static List<String> cells(AuditResult.Detector detector, AuditResult.AtThreshold at) {
    return List.of(
        detector.kind().label(),
        detector.judge(),
        direction(detector.direction()),
        String.format(Locale.ROOT, "%,d", detector.pairs()),
        String.format(Locale.ROOT, "%,d", detector.matches()),
        threeDigits(detector.averagePrecision(), detector.averagePrecisionInterval()),
        threeDigits(detector.rocAuc(), detector.rocAucInterval()),
        decimal(at.threshold()),
        percent(at.precision()),
        percent(at.recall()));
  }

  /**
   * A fitted threshold's quality, as text.
   *
   * @param asked the precision that the threshold should reach
   * @param on the pairs on which it is measured
   */
  public record FitRow(
      String judge, String asked, String above, String on, String precision, String recall) {}

  /**
   * Returns the fitted thresholds, each on the calibration file and on every kind of audited pairs.
   */
  public static List<FitRow> fits(AuditResult result) {
    List<FitRow> rows = new ArrayList<>();
    for (AuditResult.Fit fit : result.fits()) {
      Rate precision = fit.fitted() == null ? null : fit.fitted().precision();
      Rate recall = fit.fitted() == null ? null : fit.fitted().recall();
      rows.add(row(fit, "the calibration file", precision, recall));
      fit.reported()
          .forEach(on -> rows.add(row(fit, on.kind().label(), on.precision(), on.recall())));
    }
    return rows;
  }

  private static FitRow row(AuditResult.Fit fit, String on, Rate precision, Rate recall) {
    return new FitRow(
        fit.judge(),
        decimal(fit.targetPrecision()),
        fit.threshold() == null ? "none reaches it" : fourDigits(fit.threshold()),
        on,
        percent(precision),
        percent(recall));
  }

  /** Returns the name of a direction; "both" for null. */
  public static String direction(Direction direction) {
    return direction == null ? "both" : direction.label();
  }

  /** Returns a share in percent with its interval; a dash if nothing was judged. */
  public static String percent(Rate rate) {
    return rate == null ? NONE : percent(rate.share(), rate.interval());
  }

  /** Returns a corrected share in percent with its interval; a dash if it is unreliable. */
  public static String percent(Correction corrected) {
    return percent(corrected.share(), corrected.interval());
  }

  /** Returns a share in percent with its interval; a dash if there is no interval. */
  public static String percent(double share, Interval interval) {
    return interval == null
        ? NONE
        : String.format(
            Locale.ROOT,
            "%.2f [%.2f, %.2f]",
            100 * share,
            100 * interval.low(),
            100 * interval.high());
  }

  private static String percentSign(Finding finding) {
    return String.format(
        Locale.ROOT,
        "%.1f %% [%.1f, %.1f]",
        100 * finding.share(),
        100 * finding.interval().low(),
        100 * finding.interval().high());
  }

  /** Returns a figure with its interval, to three decimals; a dash if there is none. */
  private static String threeDigits(Double value, Interval interval) {
    if (value == null) {
      return NONE;
    }
    String figure = String.format(Locale.ROOT, "%.3f", value);
    return interval == null
        ? figure
        : String.format(Locale.ROOT, "%s [%.3f, %.3f]", figure, interval.low(), interval.high());
  }

  /** Returns a figure with four decimals; a dash if there is none. */
  private static String fourDigits(Double value) {
    return value == null || value.isNaN() ? NONE : String.format(Locale.ROOT, "%.4f", value);
  }

  /** Returns a threshold or a quantile with all its digits and no exponent. */
  public static String decimal(double value) {
    return DecimalText.of(value);
  }
}
