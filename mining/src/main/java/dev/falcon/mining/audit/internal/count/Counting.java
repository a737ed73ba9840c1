package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.Provenance;
import dev.falcon.mining.audit.internal.judge.Judged;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.result.AuditResult;
import dev.falcon.mining.audit.result.AuditResult.CorrectionRow;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Counts all that an audit says of its judged pairs. */
public final class Counting {
  private static final int CURVE_STEPS = 20;

  private Counting() {}

  /** What is known of the audit beside its pairs. */
  public record Circumstances(
      Long pairsForPrecision, long sharedWithCalibration, long rejected, Provenance provenance) {}

  /**
   * Counts.
   *
   * @param trueMatches of how many images each text is true // [items], or empty
   */
  public static AuditResult count(
      Judged judged, int[] trueMatches, AuditOptions options, Circumstances circumstances) {
    Members members = new Members(judged, new Groups(judged.items(), trueMatches));
    Verdicts verdicts = new Verdicts(judged);
    Detectors detectors = new Detectors(judged, members, verdicts, options);
    List<CorrectionRow> corrections = detectors.corrections();
    return new AuditResult(
        AuditResult.FORMAT,
        AuditResult.CURRENT_VERSION,
        new Findings(judged, members, verdicts, corrections, options.thresholds().get(0)).all(),
        judged.strata(),
        judged.judges(),
        Rates.of(judged, members, verdicts, options.thresholds()),
        ScoreSummaries.of(judged, members),
        detectors.filters(curve(options)),
        detectors.detectors(),
        detectors.fits(),
        corrections,
        known(judged),
        circumstances.pairsForPrecision(),
        circumstances.sharedWithCalibration(),
        circumstances.rejected(),
        circumstances.provenance());
  }

  /** The thresholds asked for, and enough more to draw a curve. */
  private static Set<Double> curve(AuditOptions options) {
    TreeSet<Double> thresholds = new TreeSet<>(options.thresholds());
    for (int step = 0; step <= CURVE_STEPS; step++) {
      thresholds.add((double) step / CURVE_STEPS);
    }
    return thresholds;
  }

  private static long known(Judged judged) {
    long known = 0;
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      known += judged.audited(pair) && judged.truth()[pair] >= 0 ? 1 : 0;
    }
    return known;
  }
}
