package dev.falcon.mining.audit.result;

import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

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

  /** What the intervals count, and what they do not. */
  public static final String OF_INTERVALS =
      "95 % intervals count the draw, and that pairs share images and captions; not a judge's"
          + " errors";

  private static final String NONE = "–";

  private AuditFigures() {}

  /** What was found, in a sentence or two. */
  public static String sentence(AuditResult result) {
    Optional<Finding> headline = headline(result);
    if (headline.isEmpty()) {
      return "How many negatives are false is not known: "
          + String.join(", ", cosines(result))
          + (cosines(result).size() == 1 ? " is a cosine" : " are cosines")
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

  /** The finding that an audit is about: of the hardest negatives; of a grid the hardest level. */
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

  /** What the kinds of negatives are that were found something of. */
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

  private static List<String> cosines(AuditResult result) {
    return result.judges().stream()
        .filter(judge -> judge.scores() == JudgeKind.COSINE)
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
      case CORRECTED -> "by " + finding.judge() + ", corrected for its errors";
      case JUDGE -> "if " + above(finding.judge(), finding.threshold()) + " is right";
    };
  }

  /** What a finding rests on, as a table says it. */
  public static String source(Finding finding) {
    return finding.source() == Finding.Source.CORRECTED
        ? above(finding.judge(), finding.threshold()) + ", corrected"
        : above(finding.judge(), finding.threshold());
  }

  /** A kind and, where it has one, its quantile. */
  public static String name(PairKind kind, Double quantile) {
    return quantile == null ? kind.label() : kind.label() + " " + decimal(quantile);
  }

  /** A judge and its threshold. */
  public static String above(String judge, Double threshold) {
    return threshold == null ? judge : judge + " > " + decimal(threshold);
  }

  /** What a reader of the numbers must know, in lines for people. */
  public static List<String> cautions(AuditResult result) {
    List<String> cautions = new ArrayList<>();
    if (result.findings().isEmpty()) {
      cautions.add(
          "labelled pairs by --calibrate-on FILE turn a cosine's scores into a rate; so do a"
              + " matching model by --model DIR, and --truth FILE");
    }
    result.findings().stream()
        .filter(Finding::rare)
        .findFirst()
        .ifPresent(
            rare ->
                cautions.add(
                    String.format(
                        Locale.ROOT,
                        "truth is known of %,d of %,d drawn pairs (%s), and those were chosen by"
                            + " whoever labelled them",
                        rare.judged(),
                        rare.drawn(),
                        name(rare.kind(), rare.quantile()))));
    doubts(result, cautions);
    if (result.pairsForPrecision() != null) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "a precision of %s needs %,d pairs, and --max-pairs allows %s; the intervals are"
                  + " wider",
              result.provenance().options().get("precision"),
              result.pairsForPrecision(),
              result.provenance().options().get("max-pairs")));
    }
    if (result.sharedWithCalibration() > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d audited pairs are in the calibration file, too",
              result.sharedWithCalibration()));
    }
    return cautions;
  }

  private static void doubts(AuditResult result, List<String> cautions) {
    result.corrections().stream()
        .filter(row -> row.quantile() == null)
        .filter(row -> row.corrected().doubt() != Correction.Doubt.NONE)
        .map(
            row ->
                row.corrected().doubt() == Correction.Doubt.NEAR_CHANCE
                    ? String.format(
                        Locale.ROOT,
                        "%s is near chance on the calibration file (sensitivity %.2f, specificity"
                            + " %.2f), so its rates cannot be corrected",
                        above(row.judge(), row.threshold()),
                        row.sensitivity().share(),
                        row.specificity().share())
                    : String.format(
                        Locale.ROOT,
                        "%s calls %.1f %% of %s matches, which its errors on the calibration file"
                            + " cannot explain (at most %.1f %%, at least %.1f %%): it errs"
                            + " otherwise here, so there is no corrected rate",
                        above(row.judge(), row.threshold()),
                        100 * row.apparent().share(),
                        row.kind().label(),
                        100 * row.sensitivity().share(),
                        100 * (1 - row.specificity().share())))
        .distinct()
        .forEach(cautions::add);
  }

  /** What a judge is worth as a detector of false negatives, at one threshold. */
  public static List<String> cells(AuditResult.Detector detector, AuditResult.AtThreshold at) {
    return List.of(
        detector.kind().label(),
        detector.judge(),
        detector.direction() == null ? "both" : detector.direction().label(),
        String.format(Locale.ROOT, "%,d", detector.pairs()),
        String.format(Locale.ROOT, "%,d", detector.matches()),
        threeDigits(detector.averagePrecision(), detector.averagePrecisionInterval()),
        threeDigits(detector.rocAuc(), detector.rocAucInterval()),
        decimal(at.threshold()),
        percent(at.precision()),
        percent(at.recall()));
  }

  /** A share in percent with its interval; a dash where nothing was judged. */
  public static String percent(Rate rate) {
    return rate == null ? NONE : percent(rate.share(), rate.interval());
  }

  /** A corrected share in percent with its interval; a dash where it cannot be trusted. */
  public static String percent(Correction corrected) {
    return percent(corrected.share(), corrected.interval());
  }

  /** A share in percent with its interval; a dash without one. */
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

  /** A figure with its interval, to three digits; a dash where there is none. */
  private static String threeDigits(Double value, Interval interval) {
    if (value == null) {
      return NONE;
    }
    String figure = String.format(Locale.ROOT, "%.3f", value);
    return interval == null
        ? figure
        : String.format(Locale.ROOT, "%s [%.3f, %.3f]", figure, interval.low(), interval.high());
  }

  /** A figure with four digits; a dash where there is none. */
  public static String fourDigits(Double value) {
    return value == null || value.isNaN() ? NONE : String.format(Locale.ROOT, "%.4f", value);
  }

  /** A threshold or a quantile as people write it: all its digits and no exponent. */
  public static String decimal(double value) {
    return DecimalText.of(value);
  }
}
