// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics.labelled;

import dev.falcon.data.statistics.Interval;

/**
 * Wilson's interval of an estimate with known variance. As in Wilson's interval, z²/2 labels of
 * each answer are added, as if their scores were uninformative. A run of labels without an error
 * therefore never makes the interval shorter than that many labels justify, whereas a normal
 * interval near 0 would collapse because no error was observed.
 */
public final class FlooredInterval {
  /** The number of labels near which the anytime interval is shortest. */
  private static final double AIM = 300;

  private static final double ALPHA = 0.05;

  private FlooredInterval() {}

  /**
   * Returns the interval.
   *
   * @param share the estimate; clamped to [0, 1]
   * @param variance the variance of the estimate, at least 0
   * @param count the number of independent labels that the estimate is worth, above 0
   * @param z the quantile of the normal distribution, or a factor that replaces it
   */
  public static Interval of(double share, double variance, double count, double z) {
    double z2 = z * z;
    double cut = Math.min(1, Math.max(0, share));
    double total = count + z2;
    double centre = (count * cut + z2 / 2) / total;
    double spread =
        (count * count * variance + z2 / 2 * ((1 - cut) * (1 - cut) + cut * cut)) / (total * total);
    return wilson(cut, Math.max(centre * (1 - centre) / spread - z2, 1), z);
  }

  private static Interval wilson(double share, double count, double z) {
    double z2 = z * z;
    double centre = share + z2 / (2 * count);
    double half = z * Math.sqrt(share * (1 - share) / count + z2 / (4 * count * count));
    double scale = 1 + z2 / count;
    double low = share == 0 ? 0 : Math.max(0, (centre - half) / scale);
    double high = share == 1 ? 1 : Math.min(1, (centre + half) / scale);
    return new Interval(low, high);
  }

  /**
   * Returns the factor that replaces 1.96 in an interval that is valid at all numbers of labels at
   * once: an asymptotic confidence sequence (Waudby-Smith et al., 2021), tightest near 300 labels.
   *
   * @param labels the number of labels, at least 1
   */
  public static double anytimeZ(int labels) {
    double log = StrictMath.log(ALPHA);
    double rate = (-2 * log + StrictMath.log(1 - 2 * log)) / AIM;
    double x = labels * rate;
    return Math.sqrt(2 * (x + 1) / x * StrictMath.log(Math.sqrt(x + 1) / ALPHA));
  }
}
