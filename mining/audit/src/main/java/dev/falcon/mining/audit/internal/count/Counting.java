// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.audit.internal.count;

import dev.falcon.data.Provenance;
import dev.falcon.mining.audit.request.AuditOptions;
import dev.falcon.mining.audit.request.AuditResult;
import dev.falcon.mining.audit.request.AuditResult.CorrectionRow;
import dev.falcon.mining.label.LabelResult;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Computes all figures of an audit from its judged pairs. */
public final class Counting {
  private static final int CURVE_STEPS = 20;

  private Counting() {}

  /** The facts of the audit other than its pairs. */
  public record Circumstances(
      Long pairsForPrecision,
      long sharedWithCalibration,
      long rejected,
      List<LabelResult> labels,
      Optional<SampledShares> sampled,
      Provenance provenance) {}

  /**
   * Computes the result of an audit.
   *
   * @param trueMatches the number of images of which each text is true // [items], or empty
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
        new Findings(
                judged,
                members,
                verdicts,
                corrections,
                circumstances.labels(),
                circumstances.sampled(),
                options.thresholds().get(0))
            .all(),
        judged.strata(),
        judged.judges(),
        Rates.of(judged, members, verdicts, options.thresholds()),
        ScoreSummaries.of(judged, members),
        detectors.filters(curve(options)),
        detectors.detectors(),
        detectors.fits(),
        corrections,
        circumstances.labels(),
        circumstances.sampled().map(SampledShares::count).orElse(null),
        known(judged),
        circumstances.pairsForPrecision(),
        circumstances.sharedWithCalibration(),
        circumstances.rejected(),
        circumstances.provenance());
  }

  /** Returns the requested thresholds, and further ones for a curve. */
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
