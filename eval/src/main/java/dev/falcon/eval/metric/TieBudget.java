// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;

/**
 * The numbers of decisions that are so near a tie that another machine's rounding may change them.
 * No implementation can guarantee the same decision for these; they explain a difference from a
 * published number of at most as many samples.
 *
 * @param below1e4 the number of decisions with a margin below 1e-4, in units of 100 times the
 *     cosine
 * @param below1e3 the number of decisions with a margin below 1e-3, in the same units
 * @param decisions the number of decisions
 * @param smallestMargin the smallest margin; NaN without decisions
 * @param medianMargin the median margin, which is the mean of the middle two for an even number;
 *     NaN without decisions
 */
public record TieBudget(
    int below1e4, int below1e3, int decisions, double smallestMargin, double medianMargin) {
  /** The greatest k of a top-k accuracy. */
  public static final int TOP_FIVE = 5;

  /** The factor from cosine to logit, whatever scale a model was trained with. */
  public static final float LOGIT_SCALE = 100;

  private static final double NARROW = 1e-4;
  private static final double WIDE = 1e-3;

  /**
   * Returns the smallest change of a logit difference that could change the prediction, the top-1
   * hit or the top-5 hit.
   *
   * @param logits 100 times the cosine to each class // [classes]
   * @param label the right class; one beyond the last class is never found
   */
  public static double classificationMargin(float[] logits, int label) {
    if (label >= logits.length) {
      return topMargin(logits);
    }
    BestValues others = new BestValues(TOP_FIVE);
    others.add(logits, 0, label);
    others.add(logits, label + 1, logits.length);
    double own = logits[label];
    double margin = Math.abs(own - others.get(0));
    if (own < others.get(0)) {
      margin = Math.min(margin, (double) others.get(0) - others.get(1));
    }
    return Math.min(margin, Math.abs(own - others.get(TOP_FIVE - 1)));
  }

  /**
   * Returns the difference between the largest and the second largest value.
   *
   * @param values the values, at least two
   */
  public static double topMargin(float[] values) {
    BestValues best = new BestValues(2);
    best.add(values, 0, values.length);
    return (double) best.get(0) - best.get(1);
  }

  /** Collects margins. Not thread-safe. */
  public static final class Builder {
    private double[] margins = new double[64];
    private int count;

    /** Adds a decision's margin, which is not negative. */
    public void add(double margin) {
      if (count == margins.length) {
        margins = Arrays.copyOf(margins, 2 * count);
      }
      margins[count++] = margin;
    }

    /** Returns the budget of the decisions so far. */
    public TieBudget build() {
      double[] sorted = Arrays.copyOf(margins, count);
      Arrays.sort(sorted);
      int narrow = 0;
      int wide = 0;
      for (double margin : sorted) {
        narrow += margin < NARROW ? 1 : 0;
        wide += margin < WIDE ? 1 : 0;
      }
      return new TieBudget(
          narrow,
          wide,
          count,
          count == 0 ? Double.NaN : sorted[0],
          count == 0 ? Double.NaN : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
    }
  }
}
