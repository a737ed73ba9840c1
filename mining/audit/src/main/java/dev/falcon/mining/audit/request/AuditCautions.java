// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.request;

import dev.falcon.data.statistics.Correction;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Remarks on an audit's numbers: their limits, and what is not known. */
public final class AuditCautions {
  private AuditCautions() {}

  /** Returns the remarks on the numbers, one line each. */
  public static List<String> of(AuditResult result) {
    List<String> cautions = new ArrayList<>();
    if (result.findings().isEmpty()
        && AuditFigures.calibrated(result)
        && result.corrections().isEmpty()) {
      cautions.add(
          "the calibration file must have pairs that match and pairs that do not; of those that"
              + " were judged it has one of the two only");
    } else if (result.findings().isEmpty() && !AuditFigures.calibrated(result)) {
      cautions.add(
          result.judges().isEmpty() || result.onlyDrawn()
              ? "labels of falcon label give the rate; so does a matching model, or the matches of"
                  + " a dataset whose truth is known"
              : "labels of falcon label turn a cosine's scores into a rate; so do labelled pairs to"
                  + " calibrate on, a matching model, or the matches of a dataset whose truth is"
                  + " known");
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
                            + " their labels' author",
                        rare.judged(),
                        rare.drawn(),
                        AuditFigures.name(rare.kind(), rare.quantile()))));
    doubts(result, cautions);
    kindsOfCalibration(result, cautions);
    for (LabelResult labels : result.labels()) {
      if (labels.share() == null) {
        cautions.add(LabelText.headline(labels));
      }
      String kind = result.labels().size() == 1 ? "" : labels.design().negatives() + ": ";
      LabelText.cautions(labels).forEach(caution -> cautions.add(kind + caution));
    }
    sampled(result).ifPresent(cautions::add);
    if (result.pairsForPrecision() != null) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "a precision of %s needs %,d pairs, and at most %s may be drawn; the intervals are"
                  + " wider",
              result.provenance().options().get("precision"),
              result.pairsForPrecision(),
              result.provenance().options().get("max-pairs")));
    }
    if (result.sharedWithCalibration() > 0) {
      cautions.add(
          String.format(
              Locale.ROOT,
              "%,d audited pairs are in the calibration file, too%s",
              result.sharedWithCalibration(),
              kindsOf(result) > 1
                  ? "; where it names no kind, they are of the kind that they were drawn as"
                  : ""));
    }
    return cautions;
  }

  /** Returns the reason why truth with probabilities gives no share of a kind. */
  private static Optional<String> sampled(AuditResult result) {
    return Optional.ofNullable(result.sampled())
        .filter(
            count ->
                result.findings().stream()
                    .noneMatch(finding -> finding.source() == Finding.Source.SAMPLE))
        .map(
            count ->
                String.format(
                    Locale.ROOT,
                    "truth with probabilities has answers on %,d of the drawn pairs; an interval"
                        + " takes %,d of a kind",
                    count,
                    LabelResult.FEWEST));
  }

  private static long kindsOf(AuditResult result) {
    return result.strata().stream().map(Stratum::kind).filter(PairKind::audited).distinct().count();
  }

  /**
   * Adds a caution if rates are not corrected for lack of calibration pairs of their kind. A judge
   * errs more on hard negatives, so its errors on others would correct too little.
   */
  private static void kindsOfCalibration(AuditResult result, List<String> cautions) {
    List<PairKind> uncorrected =
        result.corrections().stream()
            .filter(row -> row.corrected().doubt() == Correction.Doubt.OTHER_PAIRS)
            .map(AuditResult.CorrectionRow::kind)
            .distinct()
            .toList();
    boolean kindsKnown = result.strata().stream().anyMatch(stratum -> stratum.calibrates() != null);
    if (uncorrected.isEmpty()) {
      return;
    }
    String kinds =
        uncorrected.stream().map(PairKind::label).collect(Collectors.joining(" and of "));
    cautions.add(
        kindsKnown
            ? "the calibration file has fewer than 10 pairs of "
                + kinds
                + " that do not match, so that no rate of these is corrected; errors on other"
                + " kinds say nothing of them"
            : "the calibration file does not say of which kind its pairs are, so that no rate of "
                + kinds
                + " is corrected; name it in a column kind, as in pairs.parquet");
  }

  private static void doubts(AuditResult result, List<String> cautions) {
    result.corrections().stream()
        .filter(row -> row.quantile() == null)
        .filter(row -> row.corrected().doubt() != Correction.Doubt.NONE)
        .filter(row -> row.corrected().doubt() != Correction.Doubt.OTHER_PAIRS)
        .map(
            row ->
                row.corrected().doubt() == Correction.Doubt.NEAR_CHANCE
                    ? String.format(
                        Locale.ROOT,
                        "%s is near chance on the calibration file (sensitivity %.2f, specificity"
                            + " %.2f), so its rates cannot be corrected",
                        AuditFigures.above(row.judge(), row.threshold()),
                        row.sensitivity().share(),
                        row.specificity().share())
                    : String.format(
                        Locale.ROOT,
                        "%s calls %.1f %% of %s matches, which its errors on the calibration file"
                            + " cannot explain (at most %.1f %%, at least %.1f %%): it errs"
                            + " otherwise here, so there is no corrected rate",
                        AuditFigures.above(row.judge(), row.threshold()),
                        100 * row.apparent().share(),
                        row.kind().label(),
                        100 * row.sensitivity().share(),
                        100 * (1 - row.specificity().share())))
        .distinct()
        .forEach(cautions::add);
  }
}
