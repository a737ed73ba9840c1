// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.statistics;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how well a score separates true pairs from others, over all thresholds. Pairs with equal
 * scores are treated together, so the order of ties has no effect.
 */
public final class DetectorCurve {
  private final double[] scores; // the distinct scores, descending
  private final double[]
      truePositives; // total weight of the matches with at least that score // [scores]
  private final double[]
      falsePositives; // total weight of the others with at least that score // [scores]

  /**
   * A judged pair whose truth is known.
   *
   * @param score the judge's score; a higher score makes a match more likely
   * @param match whether the pair matches in truth
   * @param weight the number of pairs that it represents, above 0
   */
  public record Verdict(double score, boolean match, double weight) {}

  private DetectorCurve(double[] scores, double[] truePositives, double[] falsePositives) {
    this.scores = scores;
    this.truePositives = truePositives;
    this.falsePositives = falsePositives;
  }

  /** Returns the curve of these verdicts. Memory: 24 bytes per distinct score. */
  public static DetectorCurve of(List<Verdict> verdicts) {
    double[] rising =
        verdicts.stream().mapToDouble(DetectorCurve::score).sorted().distinct().toArray();
    double[] scores = new double[rising.length];
    Arrays.setAll(scores, i -> rising[rising.length - 1 - i]);
    double[] matches = new double[scores.length];
    double[] others = new double[scores.length];
    for (Verdict verdict : verdicts) {
      int step = scores.length - 1 - Arrays.binarySearch(rising, score(verdict));
      (verdict.match() ? matches : others)[step] += verdict.weight();
    }
    for (int step = 1; step < scores.length; step++) {
      matches[step] += matches[step - 1];
      others[step] += others[step - 1];
    }
    return new DetectorCurve(scores, matches, others);
  }

  /** Returns the score, with negative zero replaced by positive zero. */
  private static double score(Verdict verdict) {
    return verdict.score() + 0.0;
  }

  private double positives() {
    return scores.length == 0 ? 0 : truePositives[scores.length - 1];
  }

  private double negatives() {
    return scores.length == 0 ? 0 : falsePositives[scores.length - 1];
  }

  /**
   * Returns the average precision: the sum, over thresholds, of precision times the increase of
   * recall; NaN without a match.
   */
  public double averagePrecision() {
    double sum = 0;
    double before = 0;
    for (int step = 0; step < scores.length; step++) {
      double precision = truePositives[step] / (truePositives[step] + falsePositives[step]);
      sum += (truePositives[step] - before) * precision;
      before = truePositives[step];
    }
    return positives() == 0 ? Double.NaN : sum / positives();
  }

  /**
   * Returns the area under the ROC curve: the probability that a match scores higher than a
   * non-match, with ties counting one half; NaN unless there are both.
   */
  public double rocAuc() {
    double area = 0;
    double trueBefore = 0;
    double falseBefore = 0;
    for (int step = 0; step < scores.length; step++) {
      double width = falsePositives[step] - falseBefore;
      area += width * (truePositives[step] + trueBefore) / 2;
      trueBefore = truePositives[step];
      falseBefore = falsePositives[step];
    }
    return positives() == 0 || negatives() == 0 ? Double.NaN : area / (positives() * negatives());
  }

  /**
   * Returns the lowest threshold with at least the required precision, which gives the highest
   * recall. A pair is classified as a match if its score is above the threshold.
   *
   * @return the threshold, halfway to the next lower score; NaN if no threshold reaches the
   *     precision
   */
  public double thresholdFor(double precision) {
    for (int step = scores.length - 1; step >= 0; step--) {
      if (truePositives[step] >= precision * (truePositives[step] + falsePositives[step])) {
        return step == scores.length - 1
            ? Math.nextDown((float) scores[step])
            : (scores[step + 1] + scores[step]) / 2;
      }
    }
    return Double.NaN;
  }

  /**
   * Returns the threshold at which sensitivity plus specificity is largest; the highest if there
   * are several.
   *
   * @return the threshold, with as few digits as distinguish it from the scores above and below;
   *     NaN unless there are both matches and others
   */
  public double bestThreshold() {
    int best = -1;
    double most = 0;
    for (int step = 0; step < scores.length; step++) {
      double youden = truePositives[step] / positives() - falsePositives[step] / negatives();
      if (youden > most) {
        most = youden;
        best = step;
      }
    }
    if (best < 0) {
      return positives() == 0 || negatives() == 0 ? Double.NaN : Math.nextUp((float) scores[0]);
    }
    return best == scores.length - 1
        ? Math.nextDown((float) scores[best])
        : between(scores[best + 1], scores[best]);
  }

  /** Returns a number t with few digits, low &lt;= t &lt; high, near the midpoint. */
  private static double between(double low, double high) {
    BigDecimal middle = BigDecimal.valueOf((low + high) / 2);
    for (int digits = 1; digits < 10; digits++) {
      double rounded = middle.setScale(digits, RoundingMode.HALF_EVEN).doubleValue();
      if (rounded >= low && rounded < high) {
        return rounded;
      }
    }
    return (low + high) / 2;
  }
}
