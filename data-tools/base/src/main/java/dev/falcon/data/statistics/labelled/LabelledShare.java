// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;

/**
 * A share that was estimated from labels.
 *
 * @param share the estimate; a {@link DifferenceEstimate} may lie slightly outside [0, 1]
 * @param variance its variance, due to the choice of the drawn members and of those that were
 *     labelled
 * @param labelling the part of the variance that more labels of the same members reduce; it is
 *     inversely proportional to their number. The rest is due to the choice of the drawn members
 * @param between the part of the variance that is due to differences between the bins' shares,
 *     inversely proportional to the number of members; 0 for one bin
 * @param count Kish's effective number of labels
 * @param influences the influence of each member on the estimate; they add up to about 0 //
 *     [members]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LabelledShare(
    double share,
    double variance,
    double labelling,
    double between,
    double count,
    double[] influences) {
  /**
   * Returns the part of the variance that remains however many of the drawn members are labelled.
   */
  public double drawing() {
    return Math.max(0, variance - labelling);
  }

  /** Returns the 95 % interval that is valid if the number of labels was fixed in advance. */
  public Interval fixed() {
    return FlooredInterval.of(share, variance, count, Interval.Z);
  }

  /**
   * Returns the 95 % interval that is valid at every number of labels at once, so that labelling
   * may stop at any time.
   *
   * @param labels the number of labels, at least 1
   */
  public Interval anytime(int labels) {
    return FlooredInterval.of(share, variance, count, FlooredInterval.anytimeZ(labels));
  }
}
