package dev.falcon.mining.audit.internal;

import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditResult.AtThreshold;
import dev.falcon.mining.audit.AuditResult.CorrectionRow;
import dev.falcon.mining.audit.AuditResult.Detector;
import dev.falcon.mining.audit.AuditResult.FilterRow;
import dev.falcon.mining.audit.AuditResult.Fit;
import dev.falcon.mining.audit.AuditResult.RateRow;
import dev.falcon.mining.audit.Direction;
import dev.falcon.mining.audit.PairKind;
import dev.falcon.mining.audit.statistics.Calibration;
import dev.falcon.mining.audit.statistics.Correction;
import dev.falcon.mining.audit.statistics.DetectorCurve;
import dev.falcon.mining.audit.statistics.DetectorCurve.Verdict;
import dev.falcon.mining.audit.statistics.Rate;
import dev.falcon.mining.audit.statistics.StratifiedRate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** Holds judges against truth: as detectors of false negatives, as filters, and corrected. */
final class Detectors {
  private static final int CURVE_STEPS = 20;
  private static final int CALIBRATION_BINS = 10;

  private final Judged judged;
  private final AuditOptions options;

  Detectors(Judged judged, AuditOptions options) {
    this.judged = judged;
    this.options = options;
  }

  private String name(int judge) {
    return judged.judges().get(judge).name();
  }

  private boolean isCosine(int judge) {
    return judged.judges().get(judge).scores().equals("cosine");
  }

  List<Detector> detectors() {
    List<Detector> detectors = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (Direction direction :
          Arrays.asList(null, Direction.IMAGE_TO_TEXT, Direction.TEXT_TO_IMAGE)) {
        List<Verdict> verdicts =
            judged.verdicts(
                judge,
                pair ->
                    judged.audited(pair)
                        && (direction == null
                            || judged.pairs().get(pair).direction() == direction));
        if (!verdicts.isEmpty()) {
          detectors.add(detector(judge, direction, verdicts));
        }
      }
    }
    return detectors;
  }

  private Detector detector(int judge, Direction direction, List<Verdict> verdicts) {
    DetectorCurve curve = DetectorCurve.of(verdicts);
    IntPredicate chosen =
        pair ->
            judged.audited(pair)
                && (direction == null || judged.pairs().get(pair).direction() == direction);
    return new Detector(
        name(judge),
        direction,
        verdicts.size(),
        verdicts.stream().filter(Verdict::match).count(),
        orNull(curve.averagePrecision()),
        orNull(curve.rocAuc()),
        options.thresholds().stream().map(t -> at(judge, t, chosen)).toList(),
        Calibration.of(verdicts, isCosine(judge) ? -1 : 0, 1, CALIBRATION_BINS).stream()
            .filter(bin -> bin.matches().judged() > 0)
            .toList());
  }

  private static Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }

  private AtThreshold at(int judge, double threshold, IntPredicate chosen) {
    return new AtThreshold(
        threshold,
        share(judge, pair -> chosen.test(pair) && above(judge, pair, threshold), this::matches),
        share(
            judge,
            pair -> chosen.test(pair) && matches(pair),
            pair -> above(judge, pair, threshold)));
  }

  private boolean matches(int pair) {
    return judged.truth()[pair] == 1;
  }

  private boolean above(int judge, int pair, double threshold) {
    return judged.scores()[judge][pair] > threshold;
  }

  /** Of the pairs that are chosen, judged, and of known truth, the share that counts. */
  private Rate share(int judge, IntPredicate chosen, IntPredicate counts) {
    StratifiedRate rate = StratifiedRate.ofProcess();
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      if (judged.truth()[pair] >= 0
          && !Float.isNaN(judged.scores()[judge][pair])
          && chosen.test(pair)) {
        rate.add(judged.pairs().get(pair).stratum(), judged.weight(pair), counts.test(pair));
      }
    }
    Rate result = rate.rate();
    return result.judged() == 0 ? null : result;
  }

  /** The curve of Figure 2, bottom left, for every kind of negative that has truth. */
  List<FilterRow> filters() {
    Set<Double> thresholds = new TreeSet<>(options.thresholds());
    for (int step = 0; step <= CURVE_STEPS; step++) {
      thresholds.add((double) step / CURVE_STEPS);
    }
    List<FilterRow> rows = new ArrayList<>();
    for (Negatives negatives : negatives()) {
      for (int judge = 0; judge < judged.judges().size(); judge++) {
        int number = judge;
        for (double threshold : thresholds) {
          Rate stillFalse =
              share(
                  judge,
                  p -> negatives.has(judged, p) && !above(number, p, threshold),
                  this::matches);
          Rate goodLost =
              share(
                  judge,
                  p -> negatives.has(judged, p) && !matches(p),
                  p -> above(number, p, threshold));
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
  private record Negatives(PairKind kind, Double quantile) {
    boolean has(Judged judged, int pair) {
      return judged.kind(pair) == kind
          && (quantile == null || quantile.equals(judged.stratum(pair).quantile()));
    }
  }

  private Set<Negatives> negatives() {
    Set<Negatives> all = new LinkedHashSet<>();
    judged.strata().stream()
        .filter(s -> s.kind() != PairKind.CALIBRATION)
        .forEach(
            s ->
                all.add(
                    new Negatives(s.kind(), s.kind() == PairKind.QUANTILE ? s.quantile() : null)));
    return all;
  }

  private boolean calibrates(int pair) {
    return !judged.audited(pair);
  }

  List<Fit> fits() {
    List<Fit> fits = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      List<Verdict> verdicts = judged.verdicts(judge, this::calibrates);
      if (!verdicts.isEmpty()) {
        double threshold = DetectorCurve.of(verdicts).thresholdFor(options.targetPrecision());
        boolean found = !Double.isNaN(threshold);
        AtThreshold reported = found ? at(judge, threshold, judged::audited) : null;
        boolean known = reported != null && reported.recall() != null;
        fits.add(
            new Fit(
                name(judge),
                options.targetPrecision(),
                found ? threshold : null,
                found ? at(judge, threshold, this::calibrates) : null,
                known ? reported : null));
      }
    }
    return fits;
  }

  /** Corrects the rates of each kind, and of each quantile of a grid. */
  List<CorrectionRow> corrections(List<RateRow> rates) {
    List<CorrectionRow> rows = new ArrayList<>();
    for (int judge = 0; judge < judged.judges().size(); judge++) {
      for (double threshold : options.thresholds()) {
        int number = judge;
        Rate sensitivity =
            share(judge, p -> calibrates(p) && matches(p), p -> above(number, p, threshold));
        Rate specificity =
            share(judge, p -> calibrates(p) && !matches(p), p -> !above(number, p, threshold));
        if (sensitivity != null && specificity != null) {
          rates.stream()
              .filter(row -> row.judge().equals(name(number)))
              .filter(row -> Objects.equals(row.threshold(), threshold))
              .filter(row -> row.direction() == null)
              .filter(row -> row.group() == null || row.group().equals("quantile"))
              .forEach(row -> rows.add(corrected(row, sensitivity, specificity)));
        }
      }
    }
    return rows;
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
