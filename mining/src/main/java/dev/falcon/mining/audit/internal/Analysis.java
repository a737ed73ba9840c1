package dev.falcon.mining.audit.internal;

import dev.falcon.data.Provenance;
import dev.falcon.mining.audit.AuditOptions;
import dev.falcon.mining.audit.AuditResult;
import dev.falcon.mining.audit.AuditResult.RateRow;
import java.util.List;

/** All that is counted of judged pairs. */
public final class Analysis {
  private final Judged judged;
  private final int[] trueMatches;
  private final AuditOptions options;

  /**
   * Prepares.
   *
   * @param trueMatches of how many images each text is true // [items], or empty
   */
  public Analysis(Judged judged, int[] trueMatches, AuditOptions options) {
    this.judged = judged;
    this.trueMatches = trueMatches;
    this.options = options;
  }

  /** Counts. */
  public AuditResult result(long sharedWithCalibration, long rejected, Provenance provenance) {
    List<RateRow> rates = new Rates(judged, trueMatches, options.thresholds()).rows();
    Detectors detectors = new Detectors(judged, options);
    long known = 0;
    for (int pair = 0; pair < judged.pairs().size(); pair++) {
      known += judged.audited(pair) && judged.truth()[pair] >= 0 ? 1 : 0;
    }
    return new AuditResult(
        AuditResult.FORMAT,
        AuditResult.CURRENT_VERSION,
        judged.strata(),
        judged.judges(),
        rates,
        detectors.filters(),
        detectors.detectors(),
        detectors.fits(),
        detectors.corrections(rates),
        known,
        sharedWithCalibration,
        rejected,
        provenance);
  }
}
