// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import java.util.BitSet;
import java.util.List;

/**
 * The probability that independent continuous scores without ties decide an item rightly: the share
 * of all orders of the scores in which the right options of each contest come before the wrong
 * ones.
 */
public final class Chance {
  /** The maximum number of scores that several contests may share: 2^16 sets are counted. */
  private static final int MOST_SHARED = 16;

  private Chance() {}

  /**
   * Returns the probability.
   *
   * @return the probability; NaN if contests share more than {@value #MOST_SHARED} scores
   */
  public static double of(List<Contest> contests) {
    double product = 1;
    BitSet seen = new BitSet();
    int options = 0;
    for (Contest contest : contests) {
      product *= alone(contest);
      contest.options().forEach(seen::set);
      options += contest.right().length + contest.wrong().length;
    }
    if (seen.cardinality() == options) {
      return product; // no score decides two contests
    }
    return seen.cardinality() > MOST_SHARED ? Double.NaN : shared(contests, seen);
  }

  /** Returns 1 / C(right + wrong, right). */
  private static double alone(Contest contest) {
    double chance = 1;
    int wrong = contest.wrong().length;
    for (int i = 1; i <= contest.right().length; i++) {
      chance *= (double) i / (wrong + i);
    }
    return chance;
  }

  /**
   * Counts the orders by the sets of scores that are placed first, the highest score first. A score
   * may follow once every option that must be above it is placed.
   */
  private static double shared(List<Contest> contests, BitSet seen) {
    int[] places = seen.stream().toArray();
    int[] above = new int[places.length]; // as sets
    for (int i = 0; i < places.length; i++) {
      for (Contest contest : contests) {
        if (holds(contest.wrong(), places[i])) {
          for (int j = 0; j < places.length; j++) {
            above[i] |= holds(contest.right(), places[j]) ? 1 << j : 0;
          }
        }
      }
    }
    double[] share = new double[1 << places.length];
    share[0] = 1;
    for (int placed = 0; placed < share.length; placed++) {
      int left = places.length - Integer.bitCount(placed);
      for (int i = 0; i < places.length; i++) {
        if ((placed & 1 << i) == 0 && (above[i] & ~placed) == 0) {
          share[placed | 1 << i] += share[placed] / left;
        }
      }
    }
    return share[share.length - 1];
  }

  private static boolean holds(int[] options, int place) {
    for (int option : options) {
      if (option == place) {
        return true;
      }
    }
    return false;
  }
}
