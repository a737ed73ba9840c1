// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import dev.falcon.eval.metric.Scores;

/**
 * Decisions on single pairs, as a matching model makes them: a pair matches if its score is above a
 * threshold. VALSE's p_c is the share of right pairs that match, and its p_f that of wrong pairs
 * that do not. A score that is NaN decides nothing rightly. Not thread-safe.
 */
public final class PairCounts {
  private static final double PERCENT = 100;

  private final double threshold;
  private int right;
  private int matched;
  private int wrong;
  private int refused;

  public PairCounts(double threshold) {
    this.threshold = threshold;
  }

  /** Adds all pairs that an item asks about. */
  public void add(ItemShape shape, float[] scores) {
    for (int i = 0; i < scores.length; i++) {
      ItemShape.Cell cell = shape.cells().get(i);
      if (cell == ItemShape.Cell.NONE) {
        continue;
      }
      if (cell.isRight()) {
        right++;
        matched += scores[i] > threshold ? 1 : 0;
      } else {
        wrong++;
        refused += scores[i] <= threshold ? 1 : 0;
      }
    }
  }

  /** Returns p_c, p_f, their mean and the smaller of them, in percent; none without both kinds. */
  public Scores scores() {
    if (right == 0 || wrong == 0) {
      return Scores.NONE;
    }
    double ofRight = PERCENT * matched / right;
    double ofWrong = PERCENT * refused / wrong;
    return Scores.NONE
        .with("acc", (ofRight + ofWrong) / 2)
        .with("p_c", ofRight)
        .with("p_f", ofWrong)
        .with("min", Math.min(ofRight, ofWrong));
  }
}
