// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Rogan and Gladen's correction of a rate for the known errors of the judge that measured it, with
 * the interval of Lang and Reiczigel, which includes the uncertainty of those errors.
 *
 * @param share the true share, in [0, 1]; NaN if the correction is unreliable
 * @param interval its 95 % interval; null if the correction is unreliable
 * @param doubt why the correction is unreliable
 */
public record Correction(double share, Interval interval, Doubt doubt) {
  /** The value of Youden's index below which a judge counts as near chance. */
  public static final double LEAST_YOUDEN = 0.1;

  /** A reason against a correction. */
  public enum Doubt {
    /** There is no doubt. */
    NONE("none"),
    /** The judge hardly distinguishes matches from others, so its errors dominate. */
    NEAR_CHANCE("near_chance"),
    /**
     * The judge reports more matches than if every pair matched, or fewer than if none did, so its
     * errors differ from the measured ones.
     */
    CONTRADICTED("contradicted"),
    /** The judge's errors were measured on pairs that may be easier or harder than these. */
    OTHER_PAIRS("other_pairs");

    private final String label;

    Doubt(String label) {
      this.label = label;
    }

    /** Returns the name in files. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /**
   * Returns a correction without a share, for pairs on which the judge's errors were not measured.
   */
  public static Correction ofOtherPairs() {
    return new Correction(Double.NaN, null, Doubt.OTHER_PAIRS);
  }

  /**
   * Corrects a share. The correction is unreliable and has no share if the 95 % interval of
   * Youden's index, Se + Sp - 1, reaches below {@value #LEAST_YOUDEN}, or if the interval of the
   * apparent rate lies entirely above that of Se or below that of 1 - Sp.
   *
   * @param apparent the share that the judge reports as matches
   * @param sensitivity Se, the share of matches that it recognises
   * @param specificity Sp, the share of others that it recognises
   */
  public static Correction of(Rate apparent, Rate sensitivity, Rate specificity) {
    Interval falseAlarms =
        new Interval(1 - specificity.interval().high(), 1 - specificity.interval().low());
    Interval youden =
        Interval.ofDifference(
            sensitivity.share(), sensitivity.interval(), 1 - specificity.share(), falseAlarms);
    if (youden.low() < LEAST_YOUDEN) {
      return new Correction(Double.NaN, null, Doubt.NEAR_CHANCE);
    }
    if (apparent.interval().low() > sensitivity.interval().high()
        || apparent.interval().high() < falseAlarms.low()) {
      return new Correction(Double.NaN, null, Doubt.CONTRADICTED);
    }
    return new Correction(
        clipped(
            (apparent.share() + specificity.share() - 1)
                / (sensitivity.share() + specificity.share() - 1)),
        interval(apparent, sensitivity, specificity),
        Doubt.NONE);
  }

  private static Interval interval(Rate apparent, Rate sensitivity, Rate specificity) {
    double z = Interval.Z;
    double n = apparent.effective() + z * z;
    double seen = (apparent.effective() * apparent.share() + z * z / 2) / n;
    double nSe = sensitivity.effective() + 2;
    double se = (sensitivity.effective() * sensitivity.share() + 1) / nSe;
    double nSp = specificity.effective() + 2;
    double sp = (specificity.effective() * specificity.share() + 1) / nSp;
    double youden = se + sp - 1;
    if (!(youden > 0)) {
      return new Interval(0, 1);
    }
    double share = (seen + sp - 1) / youden;
    double ofSe = se * (1 - se) / nSe;
    double ofSp = sp * (1 - sp) / nSp;
    double shift = 2 * z * z * (share * ofSe - (1 - share) * ofSp);
    double error =
        Math.sqrt(seen * (1 - seen) / n + share * share * ofSe + (1 - share) * (1 - share) * ofSp)
            / youden;
    return new Interval(clipped(share + shift - z * error), clipped(share + shift + z * error));
  }

  private static double clipped(double share) {
    return Math.max(0, Math.min(1, share));
  }
}
