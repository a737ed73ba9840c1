// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

/**
 * A share with its interval.
 *
 * @param share the weighted share; NaN if nothing was judged
 * @param interval its 95 % interval; null if nothing was judged
 * @param positives the number of judged members with a positive answer
 * @param judged the number of judged members
 * @param effective the effective sample size: the number of independent members, drawn from the
 *     whole population, that give the same variance. It is below {@code judged} if members cluster,
 *     and may be above it if strata with different shares were sampled separately
 * @param population the number of members that the judged ones represent
 */
public record Rate(
    double share,
    Interval interval,
    long positives,
    long judged,
    double effective,
    double population) {
  /** The rate if nothing was judged. */
  public static final Rate NONE = new Rate(Double.NaN, null, 0, 0, 0, 0);
}
