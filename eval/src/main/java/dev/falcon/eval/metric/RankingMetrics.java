package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Averages the metrics of many rankings, in percent and under ALBEF's names: {@code txt_} for texts
 * retrieved by images, {@code img_} for images retrieved by texts. Not thread-safe.
 */
public final class RankingMetrics {
  private static final int[] DEPTHS = {1, 5, 10};
  private static final double PERCENT = 100;

  private final String prefix;
  private final Recall recall;
  private int truthHits;
  private double averagePrecision;
  private double rPrecision;
  private int judged;

  /**
   * Creates metrics without queries of known truth.
   *
   * @param prefix {@code txt} or {@code img}
   * @param recall the recall, by the places of the queries' own answers
   */
  public RankingMetrics(String prefix, Recall recall) {
    this.prefix = prefix;
    this.recall = recall;
  }

  /**
   * Adds a query with the truth of its first answers. A query without a right answer is ignored.
   *
   * @param right whether each of the first R answers is right, where R is the number of right
   *     answers // [R]
   */
  public void addTruth(boolean[] right) {
    if (right.length == 0) {
      return;
    }
    judged++;
    truthHits += right[0] ? 1 : 0;
    int found = 0;
    double precisions = 0;
    for (int i = 0; i < right.length; i++) {
      if (right[i]) {
        found++;
        precisions += (double) found / (i + 1);
      }
    }
    averagePrecision += precisions / right.length;
    rPrecision += (double) found / right.length;
  }

  /** Returns the recalls at 1, 5 and 10, and their mean. */
  public Scores recalls() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int k : DEPTHS) {
      metrics.put(prefix + "_r" + k, recall.at(k));
    }
    metrics.put(prefix + "_r_mean", meanRecall());
    return Scores.of(metrics);
  }

  /** Returns the mean of the three recalls, in percent. */
  public double meanRecall() {
    return (recall.at(1) + recall.at(5) + recall.at(10)) / DEPTHS.length;
  }

  /**
   * Returns the metrics by the truth, in percent; empty if no query has one: recall at 1;
   * R-precision, the share of right answers among the first R, where R is the number of right
   * answers; and mAP@R, the mean over these R places of the precision up to a place, or 0 at a
   * place whose answer is wrong.
   */
  public Scores truth() {
    if (judged == 0) {
      return Scores.of(Map.of());
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(prefix + "_truth_r1", PERCENT * truthHits / judged);
    metrics.put(prefix + "_r_precision", PERCENT * rPrecision / judged);
    metrics.put(prefix + "_map_at_r", PERCENT * averagePrecision / judged);
    return Scores.of(metrics);
  }
}
