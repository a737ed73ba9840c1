// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import java.util.List;

/**
 * The decision on an item under one protocol.
 *
 * @param right whether every contest is won strictly; false if a score is NaN
 * @param margin the smallest margin of the contests: the lowest score of a right option minus the
 *     highest of a wrong one; NaN if a score is NaN
 * @param scored whether no score is NaN
 */
public record Judgement(boolean right, double margin, boolean scored) {
  /** Decides contests strictly. */
  public static Judgement of(List<Contest> contests, float[] scores) {
    double margin = Double.POSITIVE_INFINITY;
    for (Contest contest : contests) {
      margin = Math.min(margin, contest.margin(scores));
    }
    return new Judgement(margin > 0, margin, !Double.isNaN(margin));
  }

  /** Decides contests by another rule for ties. */
  public static boolean byRule(TieRule rule, List<Contest> contests, float[] scores) {
    return contests.stream().allMatch(contest -> rule.isWon(contest, scores));
  }

  /** Returns whether equal scores are all that keeps the item from being right. */
  public boolean tied() {
    return margin == 0;
  }

  /** Returns 1 for a right item, one half for a tied one and 0 for a wrong one. */
  public double credit() {
    return tied() ? 0.5 : right ? 1 : 0;
  }
}
