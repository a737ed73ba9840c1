package dev.falcon.mining.audit.internal;

import dev.falcon.data.statistics.Calibration;
import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.DetectorCurve;
import dev.falcon.data.statistics.DetectorCurve.Verdict;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditResult.AtThreshold;
import dev.falcon.mining.audit.AuditResult.CorrectionRow;
import dev.falcon.mining.audit.AuditResult.Detector;
import dev.falcon.mining.audit.AuditResult.FilterRow;
import dev.falcon.mining.audit.AuditResult.Fit;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.AuditResult.Reported;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.internal.ScoreCounts.Question;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** Holds judges against truth: as detectors of false negatives, as filters, and corrected. */
final class Detectors {
  private static final int CALIBRATION_BINS = 10;

  private final Judged judged;
  private final AuditOptions options;
  private final Groups groups;
  private final List<ScoreCounts> counts;

  /**
   * Prepares.
   *
   * @param counts of every judge
   */
  Detectors(Judged judged, AuditOptions options, Groups groups, List<ScoreCounts> counts) {
    this.judged = judged;
    this.options = options;
    this.groups = groups;
    this.counts = counts;
  }

  private String name(int judge) {
    return judged.judges().get(judge).name();
  }

  private boolean isCosine(int judge) {
    return judged.judges().get(judge).scores().equals("cosine");
  }

  private PairKind kind(int stratum) {
    return judged.strata().get(stratum).kind();
  }

  private boolean audited(int stratum) {
    return kind(stratum) != PairKind.CALIBRATION;
  }

  private boolean calibrates(int stratum) {
    return !audited(stratum);
  }

  List<Detector> detectors() {
    List<Detector> detectors = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (PairKind kind : auditedKinds()) {
        for (Direction direction :
            Arrays.asList(null, Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
          add(judge, kind, direction, detectors);
        }
      }
    }
    return detectors;
  }

  private Set<PairKind> auditedKinds() {
    Set<PairKind> kinds = new LinkedHashSet<>();
    judged.strata().forEach(stratum -> kinds.add(stratum.kind()));
    kinds.remove(PairKind.CALIBRATION);
    return kinds;
  }

  private void add(int judge, PairKind kind, Direction direction, List<Detector> detectors) {
    Predicate<Integer> strata =
        stratum ->
            kind(stratum) == kind
                && (direction == null || judged.strata().get(stratum).direction() == direction);
    List<Verdict> verdicts =
        judged.verdicts(judge, pair -> strata.test(judged.pairs().get(pair).stratum()));
    if (verdicts.isEmpty()) {
      return;
    }
    DetectorCurve curve = DetectorCurve.of(verdicts);
    detectors.add(
        new Detector(
            name(judge),
            kind,
            direction,
            verdicts.size(),
            verdicts.stream().filter(Verdict::match).count(),
            orNull(curve.averagePrecision()),
            orNull(curve.rocAuc()),
            options.thresholds().stream().map(t -> at(counts.get(judge), t, strata)).toList(),
            Calibration.of(verdicts, isCosine(judge) ? -1 : 0, 1, CALIBRATION_BINS).stream()
                .filter(bin -> bin.matches().judged() > 0)
                .toList()));
  }

  private static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private static AtThreshold at(ScoreCounts counts, double threshold, Predicate<Integer> strata) {
    int level = counts.above(threshold);
    return new AtThreshold(
        threshold,
        counts.rate(
            strata,
            (truth, above) ->
                truth < 0 || above < level ? Question.NOT_ASKED : Question.answer(truth == 1)),
        sensitivity(counts, threshold, strata));
  }

  /** Of the pairs that match, the share above the threshold. */
  private static Rate sensitivity(ScoreCounts counts, double threshold, Predicate<Integer> strata) {
    int level = counts.above(threshold);
    return counts.rate(
        strata,
        (truth, above) -> truth == 1 ? Question.answer(above >= level) : Question.NOT_ASKED);
  }

  /** Of the pairs that do not match, the share above the threshold. */
  private static Rate falseAlarms(ScoreCounts counts, double threshold, Predicate<Integer> strata) {
    int level = counts.above(threshold);
    return counts.rate(
        strata,
        (truth, above) -> truth == 0 ? Question.answer(above >= level) : Question.NOT_ASKED);
  }

  /** The curve of Figure 2, bottom left, for every kind of negative that has truth. */
  List<FilterRow> filters(double[] thresholds) {
    List<FilterRow> rows = new ArrayList<>();
    for (Negatives negatives : negatives()) {
      Predicate<Integer> strata = stratum -> negatives.equals(negatives(stratum));
      for (int judge = 0; judge < judged.judges().size(); judge++) {
        for (double threshold : thresholds) {
          int level = counts.get(judge).above(threshold);
          Rate stillFalse =
              counts
                  .get(judge)
                  .rate(
                      strata,
                      (truth, above) ->
                          truth < 0 || above >= level
                              ? Question.NOT_ASKED
                              : Question.answer(truth == 1));
          Rate goodLost = falseAlarms(counts.get(judge), threshold, strata);
          if (stillFalse != null || goodLost != null) {
            rows.add(
                new FilterRow(
                    name(judge),
                    threshold,
                    negatives.kind(),
                    negatives.quantile(),
                    stillFalse,
                    goodLost));
          }
        }
      }
    }
    return rows;
  }

  /** Negatives of one kind and, in a grid, one quantile. */
  private record Negatives(PairKind kind, Double quantile) {}

  private Negatives negatives(int stratum) {
    boolean grid = kind(stratum) == PairKind.QUANTILE;
    return new Negatives(kind(stratum), grid ? judged.strata().get(stratum).quantile() : null);
  }

  private Set<Negatives> negatives() {
    Set<Negatives> all = new LinkedHashSet<>();
    for (int stratum = 0; stratum < judged.strata().size(); stratum++) {
      if (audited(stratum)) {
        all.add(negatives(stratum));
      }
    }
    return all;
  }

  List<Fit> fits() {
    List<Fit> fits = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      List<Verdict> verdicts =
          judged.verdicts(judge, pair -> calibrates(judged.pairs().get(pair).stratum()));
      if (!verdicts.isEmpty()) {
        double threshold = DetectorCurve.of(verdicts).thresholdFor(options.targetPrecision());
        fits.add(Double.isNaN(threshold) ? noFit(judge) : fit(judge, threshold));
      }
    }
    return fits;
  }

  private Fit noFit(int judge) {
    return new Fit(name(judge), options.targetPrecision(), null, null, List.of());
  }

  private Fit fit(int judge, double threshold) {
    ScoreCounts about =
        new ScoreCounts(judged, judged.scores()[judge], new double[] {threshold}, groups);
    List<Reported> reported = new ArrayList<>();
    for (PairKind kind : auditedKinds()) {
      AtThreshold at = at(about, threshold, stratum -> kind(stratum) == kind);
      if (at.precision() != null || at.recall() != null) {
        reported.add(new Reported(kind, at.precision(), at.recall()));
      }
    }
    return new Fit(
        name(judge),
        options.targetPrecision(),
        threshold,
        at(about, threshold, this::calibrates),
        reported);
  }

  /** Corrects the rates of each kind, and of each quantile of a grid. */
  List<CorrectionRow> corrections(List<RateRow> rates) {
    List<CorrectionRow> rows = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      String name = name(judge);
      for (double threshold : options.thresholds()) {
        Rate sensitivity = sensitivity(counts.get(judge), threshold, this::calibrates);
        Rate specificity = specificity(counts.get(judge), threshold);
        if (sensitivity != null && specificity != null) {
          rates.stream()
              .filter(row -> row.judge().equals(name))
              .filter(row -> Objects.equals(row.threshold(), threshold))
              .filter(row -> row.direction() == null)
              .filter(row -> row.group() == null || row.group().equals("quantile"))
              .forEach(row -> rows.add(corrected(row, sensitivity, specificity)));
        }
      }
    }
    return rows;
  }

  /** Of the calibration pairs that do not match, the share not above the threshold. */
  private Rate specificity(ScoreCounts of, double threshold) {
    int level = of.above(threshold);
    return of.rate(
        this::calibrates,
        (truth, above) -> truth == 0 ? Question.answer(above < level) : Question.NOT_ASKED);
  }

  private static CorrectionRow corrected(RateRow row, Rate sensitivity, Rate specificity) {
    Rate corrected = Correction.of(seen(row.rate()), seen(sensitivity), seen(specificity));
    return new CorrectionRow(
        row.judge(),
        row.threshold(),
        row.kind(),
        row.value() == null ? null : Double.valueOf(row.value()),
        sensitivity,
        specificity,
        row.rate(),
        corrected.interval() == null ? null : corrected);
  }

  private static Correction.Seen seen(Rate rate) {
    return new Correction.Seen(rate.share(), rate.judged());
  }
}
