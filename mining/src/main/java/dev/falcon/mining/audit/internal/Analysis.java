package dev.falcon.mining.audit.internal;

import dev.falcon.data.Provenance;
import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditResult;
import dev.falcon.mining.audit.AuditResult.RateRow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** All that is counted of judged pairs. */
public final class Analysis {
  private static final int CURVE_STEPS = 20;

  private final Judged judged;
  private final Groups groups;
  private final AuditOptions options;

  /**
   * Prepares.
   *
   * @param trueMatches of how many images each text is true // [items], or empty
   */
  public Analysis(Judged judged, int[] trueMatches, AuditOptions options) {
    this.judged = judged;
    this.groups = new Groups(judged.items(), trueMatches);
    this.options = options;
  }

  /** What is known of the audit beside its pairs. */
  public record Circumstances(
      Long pairsForPrecision, long sharedWithCalibration, long rejected, Provenance provenance) {}

  /** Counts. */
  public AuditResult result(Circumstances circumstances) {
    double[] thresholds = thresholds();
    List<ScoreCounts> counts = new ArrayList<>();
    for (float[] scores : judged.scores()) {
      counts.add(new ScoreCounts(judged, scores, thresholds, groups));
    }
    ScoreCounts all =
        new ScoreCounts(judged, new float[judged.pairs().size()], new double[0], groups);
    List<RateRow> rates = new Rates(judged, options.thresholds()).rows(counts, all);
    Detectors detectors = new Detectors(judged, options, groups, counts);
    return new AuditResult(
        AuditResult.FORMAT,
        AuditResult.CURRENT_VERSION,
        judged.strata(),
        judged.judges(),
        rates,
        detectors.filters(thresholds),
        detectors.detectors(),
        detectors.fits(),
        detectors.corrections(rates),
        known(),
        circumstances.pairsForPrecision(),
        circumstances.sharedWithCalibration(),
        circumstances.rejected(),
        circumstances.provenance());
  }

  /** Those asked for, and enough more to draw a curve. */
  private double[] thresholds() {
    TreeSet<Double> thresholds = new TreeSet<>(options.thresholds());
    for (int step = 0; step <= CURVE_STEPS; step++) {
      thresholds.add((double) step / CURVE_STEPS);
    }
    return thresholds.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private long known() {
    long known = 0;
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      known += judged.audited(pair) && judged.truth()[pair] >= 0 ? 1 : 0;
    }
    return known;
  }
}
