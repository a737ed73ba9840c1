// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Averages the metrics of many rankings, in percent and under ALBEF's names: {@code txt_} for texts
 * retrieved by images, {@code img_} for images retrieved by texts. Not thread-safe.
 */
public final class RankingMetrics {
  private static final int[] DEPTHS = {1, 5, 10};
  private static final double PERCENT = 100;

  private final String prefix;
  private final Recall recall;
  private final List<Optional<QueryTruth>> queries = new ArrayList<>();
  private double discountedGain;
  private int graded;

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
   * A query by the truth.
   *
   * @param isFirstRight whether its first answer is right
   * @param rPrecision the share of right answers among the first R, in [0, 1]
   * @param averagePrecision AP@R, in [0, 1]
   */
  public record QueryTruth(boolean isFirstRight, double rPrecision, double averagePrecision) {
    private static QueryTruth of(boolean[] right) {
      int found = 0;
      double precisions = 0;
      for (int i = 0; i < right.length; i++) {
        if (right[i]) {
          found++;
          precisions += (double) found / (i + 1);
        }
      }
      return new QueryTruth(right[0], (double) found / right.length, precisions / right.length);
    }
  }

  /**
   * Adds a query with the truth of its first answers. A query without a right answer is not judged.
   *
   * @param right whether each of the first R answers is right, where R is the number of right
   *     answers // [R]
   */
  public void addTruth(boolean[] right) {
    queries.add(right.length == 0 ? Optional.empty() : Optional.of(QueryTruth.of(right)));
  }

  /** Returns the queries in the order in which they were added; empty for one without truth. */
  public List<Optional<QueryTruth>> queries() {
    return Collections.unmodifiableList(queries);
  }

  /** Returns the places of the queries' own answers. */
  public Recall recall() {
    return recall;
  }

  /**
   * Adds a query with the grades of its first answers. A query without a grade above 0 is ignored.
   *
   * @param first the grades of its first {@link GradedRanking#CUTOFF} answers; 0 for one without
   * @param all all grades of the query, in any order
   */
  public void addGrades(double[] first, double[] all) {
    double[] relevant = Arrays.stream(all).filter(grade -> grade > 0).toArray();
    if (relevant.length > 0) {
      graded++;
      discountedGain += GradedRanking.of(first, relevant).get("ndcg_at_" + GradedRanking.CUTOFF);
    }
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
   * place whose answer is wrong. With grades, also nDCG, whose gain is the grade.
   */
  public Scores truth() {
    List<QueryTruth> judged = queries.stream().flatMap(Optional::stream).toList();
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (!judged.isEmpty()) {
      metrics.put(prefix + "_truth_r1", mean(judged, query -> query.isFirstRight() ? 1 : 0));
      metrics.put(prefix + "_r_precision", mean(judged, QueryTruth::rPrecision));
      metrics.put(prefix + "_map_at_r", mean(judged, QueryTruth::averagePrecision));
    }
    if (graded > 0) {
      metrics.put(prefix + "_ndcg_at_" + GradedRanking.CUTOFF, PERCENT * discountedGain / graded);
    }
    return Scores.of(metrics);
  }

  private static double mean(List<QueryTruth> judged, ToDoubleFunction<QueryTruth> value) {
    double sum = 0;
    for (QueryTruth query : judged) {
      sum += value.applyAsDouble(query);
    }
    return PERCENT * sum / judged.size();
  }
}
