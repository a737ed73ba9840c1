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
  /** The deepest place of a recall. */
  public static final int DEEPEST = 10;

  private static final int[] DEPTHS = {1, 5, DEEPEST};
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
   * @param firstRight the place of the first right answer among its first ten, from 0; {@link
   *     Recall#MISSED} if none of these is right
   * @param rPrecision the share of right answers among the first R, in [0, 1]
   * @param averagePrecision AP@R, in [0, 1]
   */
  public record QueryTruth(int firstRight, double rPrecision, double averagePrecision) {
    private static QueryTruth of(boolean[] right, int answers) {
      int found = 0;
      int first = Recall.MISSED;
      double precisions = 0;
      for (int i = 0; i < right.length; i++) {
        if (right[i]) {
          first = Math.min(first, i);
        }
        if (right[i] && i < answers) {
          found++;
          precisions += (double) found / (i + 1);
        }
      }
      return new QueryTruth(first, (double) found / answers, precisions / answers);
    }
  }

  /**
   * Adds a query with the truth of its first answers. A query without a right answer is not judged.
   *
   * @param right whether each of its first answers is right: at least R and {@link #DEEPEST}, or
   *     all if there are fewer
   * @param answers the number R of right answers
   */
  public void addTruth(boolean[] right, int answers) {
    queries.add(answers == 0 ? Optional.empty() : Optional.of(QueryTruth.of(right, answers)));
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
    return (recall.at(1) + recall.at(5) + recall.at(DEEPEST)) / DEPTHS.length;
  }

  /**
   * Returns the metrics by the truth, in percent; empty if no query has one: the share of queries
   * with a right answer among the first 1, 5 and 10; R-precision, the share of right answers among
   * the first R, where R is the number of right answers; and mAP@R, the mean over these R places of
   * the precision up to a place, or 0 at a place whose answer is wrong. With grades, also nDCG,
   * whose gain is the grade.
   */
  public Scores truth() {
    List<QueryTruth> judged = queries.stream().flatMap(Optional::stream).toList();
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (!judged.isEmpty()) {
      for (int k : DEPTHS) {
        metrics.put(prefix + "_truth_r" + k, mean(judged, query -> query.firstRight() < k ? 1 : 0));
      }
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
