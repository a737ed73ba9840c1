package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Averages the metrics of many rankings, in percent and under ALBEF's names: {@code txt_} where
 * images look for texts, {@code img_} where texts look for images. Not thread-safe.
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
   * Begins without what the truth says.
   *
   * @param prefix {@code txt} or {@code img}
   * @param recall by the places of the queries' own answers
   */
  public RankingMetrics(String prefix, Recall recall) {
    this.prefix = prefix;
    this.recall = recall;
  }

  /**
   * Adds a query by the truth of its first answers. Queries without a right answer are left out.
   *
   * @param right whether each of the first answers is right; as many as there are right ones // [R]
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

  /** The recalls at 1, 5 and 10 and their mean. */
  public Scores recalls() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int k : DEPTHS) {
      metrics.put(prefix + "_r" + k, recall.at(k));
    }
    metrics.put(prefix + "_r_mean", meanRecall());
    return Scores.of(metrics);
  }

  /** The mean of the three recalls. */
  public double meanRecall() {
    return (recall.at(1) + recall.at(5) + recall.at(10)) / DEPTHS.length;
  }

  /**
   * Against the truth, empty where no query has one: recall at 1, R-precision (the share of the
   * first R answers that are right, where R answers are right in all) and mAP@R (the mean over
   * these R places of the precision so far, counted where the answer is right).
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
