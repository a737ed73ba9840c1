// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

/**
 * Counts of how often two annotators give the same answer.
 *
 * @param bothYes the number of members that both call matches
 * @param firstOnly the number that only the first calls matches
 * @param secondOnly the number that only the second calls matches
 * @param bothNo the number that neither calls a match
 */
public record Agreement(long bothYes, long firstOnly, long secondOnly, long bothNo) {
  /** Returns the number of members that both answered. */
  public long count() {
    return bothYes + firstOnly + secondOnly + bothNo;
  }

  /** Returns the share of equal answers; NaN if there are no answers. */
  public double share() {
    return (double) (bothYes + bothNo) / count();
  }

  /** Returns Cohen's kappa; NaN if both annotators always give one and the same answer. */
  public double kappa() {
    double count = count();
    double first = (bothYes + firstOnly) / count;
    double second = (bothYes + secondOnly) / count;
    double byChance = first * second + (1 - first) * (1 - second);
    return (share() - byChance) / (1 - byChance);
  }

  /**
   * Returns twice the share of equal answers minus 1 (Byrt et al., 1993), which, unlike kappa,
   * stays high if nearly all answers are the same.
   */
  public double adjusted() {
    return 2 * share() - 1;
  }
}
