package dev.falcon.data.statistics;

/**
 * Rogan and Gladen's correction of a rate for the known errors of the judge that measured it, with
 * the interval of Lang and Reiczigel, which counts the uncertainty of those errors, too.
 */
public final class Correction {
  private Correction() {}

  /**
   * A share that was seen among so many.
   *
   * @param share in [0, 1]
   * @param count of how many, above 0
   */
  public record Seen(double share, double count) {}

  /**
   * The true share.
   *
   * @param apparent the share that the judge calls a match
   * @param sensitivity the share of matches that it calls one
   * @param specificity the share of others that it calls none
   * @return the share within [0, 1] and its interval; NaN and no interval where the judge does not
   *     tell matches from others at all
   */
  public static Rate of(Seen apparent, Seen sensitivity, Seen specificity) {
    double youden = sensitivity.share() + specificity.share() - 1;
    if (!(youden > 0)) {
      return new Rate(Double.NaN, null, 0, Math.round(apparent.count()), apparent.count());
    }
    double share = clipped((apparent.share() + specificity.share() - 1) / youden);
    return new Rate(
        share,
        interval(apparent, sensitivity, specificity),
        Math.round(share * apparent.count()),
        Math.round(apparent.count()),
        apparent.count());
  }

  private static Interval interval(Seen apparent, Seen sensitivity, Seen specificity) {
    double z = Interval.Z;
    double n = apparent.count() + z * z;
    double seen = (apparent.count() * apparent.share() + z * z / 2) / n;
    double nSe = sensitivity.count() + 2;
    double se = (sensitivity.count() * sensitivity.share() + 1) / nSe;
    double nSp = specificity.count() + 2;
    double sp = (specificity.count() * specificity.share() + 1) / nSp;
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
