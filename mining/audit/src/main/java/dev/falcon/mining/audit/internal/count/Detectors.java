// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.statistics.Correction;
import dev.falcon.data.statistics.DetectorCurve;
import dev.falcon.data.statistics.DetectorInfluence;
import dev.falcon.data.statistics.Interval;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditResult.AtThreshold;
import dev.falcon.mining.audit.request.AuditResult.CalibrationBin;
import dev.falcon.mining.audit.request.AuditResult.CorrectionRow;
import dev.falcon.mining.audit.request.AuditResult.Detector;
import dev.falcon.mining.audit.request.AuditResult.FilterRow;
import dev.falcon.mining.audit.request.AuditResult.Fit;
import dev.falcon.mining.audit.request.AuditResult.Reported;
import dev.falcon.mining.audit.request.Direction;
import dev.falcon.mining.audit.request.JudgeKind;
import dev.falcon.mining.audit.request.PairKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Evaluates judges against truth, as detectors of false negatives and as filters, and corrects
 * their rates.
 */
final class Detectors {
  private static final int CALIBRATION_BINS = 10;

  private final Judged judged;
  private final Members members;
  private final Verdicts verdicts;
  private final AuditOptions options;

  Detectors(Judged judged, Members members, Verdicts verdicts, AuditOptions options) {
    this.judged = judged;
    this.members = members;
    this.verdicts = verdicts;
    this.options = options;
  }

  private String name(int judge) {
    return judged.judges().get(judge).name();
  }

  private IntStream judges() {
    return IntStream.range(0, judged.judges().size());
  }

  private static Rate orNull(Rate rate) {
    return rate.judged() == 0 ? null : rate;
  }

  private static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  List<Detector> detectors() {
    List<Detector> detectors = new ArrayList<>();
    judges()
        .forEach(
            judge -> {
              for (PairKind kind : members.kinds()) {
                for (Direction direction :
                    Arrays.asList(null, Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
                  add(judge, kind, direction, detectors);
                }
              }
            });
    return detectors;
  }

  private void add(int judge, PairKind kind, Direction direction, List<Detector> detectors) {
    int[] known = judged.known(judge, members.of(kind, direction));
    if (known.length == 0) {
      return;
    }
    List<DetectorCurve.Verdict> all = judged.verdicts(judge, known);
    DetectorCurve curve = DetectorCurve.of(all);
    detectors.add(
        new Detector(
            name(judge),
            kind,
            direction,
            known.length,
            all.stream().filter(DetectorCurve.Verdict::match).count(),
            orNull(curve.averagePrecision()),
            interval(curve.averagePrecision(), known, DetectorInfluence::onAveragePrecision, all),
            orNull(curve.rocAuc()),
            interval(curve.rocAuc(), known, DetectorInfluence::onRocAuc, all),
            options.thresholds().stream().map(t -> at(judge, t, known)).toList(),
            calibration(judge, known)));
  }

  private Interval interval(
      double measure,
      int[] pairs,
      Function<List<DetectorCurve.Verdict>, double[]> influence,
      List<DetectorCurve.Verdict> verdicts) {
    if (!(measure > 0 && measure < 1)) {
      return null;
    }
    double variance = this.verdicts.variance(pairs, influence.apply(verdicts));
    return Interval.ofLogOdds(measure, variance).orElse(null);
  }

  private AtThreshold at(int judge, double threshold, int[] pairs) {
    return new AtThreshold(
        threshold,
        orNull(verdicts.precision(judge, threshold, pairs)),
        orNull(verdicts.sensitivity(judge, threshold, pairs)));
  }

  /** Returns the non-empty bins of equal width. */
  private List<CalibrationBin> calibration(int judge, int[] pairs) {
    double low = judged.judges().get(judge).scores() == JudgeKind.COSINE ? -1 : 0;
    double width = (1 - low) / CALIBRATION_BINS;
    List<CalibrationBin> bins = new ArrayList<>();
    for (int number = 0; number < CALIBRATION_BINS; number++) {
      int bin = number;
      int[] here = Arrays.stream(pairs).filter(pair -> bin(judge, pair, low) == bin).toArray();
      if (here.length > 0) {
        double weight = Arrays.stream(here).mapToDouble(judged::weight).sum();
        double mean =
            Arrays.stream(here)
                    .mapToDouble(pair -> judged.scores()[judge][pair] * judged.weight(pair))
                    .sum()
                / weight;
        bins.add(
            new CalibrationBin(
                low + width * number, low + width * (number + 1), mean, verdicts.matches(here)));
      }
    }
    return bins;
  }

  /** Returns the bin of a pair's score; scores outside the range count in the outermost bins. */
  private int bin(int judge, int pair, double low) {
    int at = (int) Math.floor((judged.scores()[judge][pair] - low) / (1 - low) * CALIBRATION_BINS);
    return Math.max(0, Math.min(CALIBRATION_BINS - 1, at));
  }

  /**
   * Returns the curve of the paper's Figure 2, bottom left, for every kind of negatives with known
   * truth and, in a grid, for every quantile.
   */
  List<FilterRow> filters(Collection<Double> thresholds) {
    List<FilterRow> rows = new ArrayList<>();
    for (PairKind kind : members.kinds()) {
      if (kind == PairKind.QUANTILE && !members.quantiles(kind).isEmpty()) {
        members.quantiles(kind).forEach(quantile -> addFilters(kind, quantile, thresholds, rows));
      } else {
        addFilters(kind, null, thresholds, rows);
      }
    }
    return rows;
  }

  private void addFilters(
      PairKind kind, Double quantile, Collection<Double> thresholds, List<FilterRow> rows) {
    int[] pairs = members.of(kind, quantile);
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (double threshold : thresholds) {
        Rate stillFalse = orNull(verdicts.stillFalse(judge, threshold, pairs));
        Rate goodLost = orNull(verdicts.falseAlarms(judge, threshold, pairs));
        if (stillFalse != null || goodLost != null) {
          rows.add(new FilterRow(name(judge), threshold, kind, quantile, stillFalse, goodLost));
        }
      }
    }
  }

  List<Fit> fits() {
    return judges()
        .filter(judge -> judged.known(judge, members.calibration()).length > 0)
        .mapToObj(this::fit)
        .toList();
  }

  private Fit fit(int judge) {
    int[] known = judged.known(judge, members.calibration());
    double threshold =
        DetectorCurve.of(judged.verdicts(judge, known)).thresholdFor(options.targetPrecision());
    if (Double.isNaN(threshold)) {
      return new Fit(name(judge), options.targetPrecision(), null, null, List.of());
    }
    List<Reported> reported = new ArrayList<>();
    for (PairKind kind : members.kinds()) {
      AtThreshold at = at(judge, threshold, members.of(kind, (Direction) null));
      if (at.precision() != null || at.recall() != null) {
        reported.add(new Reported(kind, at.precision(), at.recall()));
      }
    }
    return new Fit(
        name(judge), options.targetPrecision(), threshold, at(judge, threshold, known), reported);
  }

  /** Corrects the rates of each kind, and of each quantile if there are several. */
  List<CorrectionRow> corrections() {
    Calibration calibration = new Calibration(judged, members, verdicts, options);
    List<CorrectionRow> rows = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (PairKind kind : members.kinds()) {
        for (Calibration.Errors errors : calibration.of(judge, kind)) {
          List<Double> quantiles = new ArrayList<>(members.quantiles(kind));
          quantiles.add(0, null);
          for (Double quantile : quantiles) {
            Rate apparent = verdicts.above(judge, errors.threshold(), members.of(kind, quantile));
            if (apparent.judged() > 0) {
              rows.add(correction(judge, kind, quantile, errors, apparent));
            }
          }
        }
      }
    }
    return rows;
  }

  private CorrectionRow correction(
      int judge, PairKind kind, Double quantile, Calibration.Errors errors, Rate apparent) {
    return new CorrectionRow(
        name(judge),
        errors.threshold(),
        kind,
        quantile,
        errors.ofKind() ? kind : null,
        errors.sensitivity(),
        errors.specificity(),
        apparent,
        errors.ofKind() || !members.kindsDiffer()
            ? Correction.of(apparent, errors.sensitivity(), errors.specificity())
            : Correction.ofOtherPairs());
  }
}
