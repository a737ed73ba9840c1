// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The metrics of a ranking whose answers have grades, as trec_eval computes them: an answer with a
 * grade above 0 is relevant, the gain is the grade itself, and relevant answers that are not ranked
 * are missed.
 */
public final class GradedRanking {
  /** The cutoff of nDCG and of the reciprocal rank. */
  public static final int CUTOFF = 10;

  /** The number of answers that the metrics use. */
  public static final int DEPTH = 100;

  private static final int[] RECALLS = {1, 5, 10, DEPTH};

  private GradedRanking() {}

  /**
   * Returns the metrics, each in [0, 1]: {@code ndcg_at_10}; {@code mrr_at_10}, the inverse rank of
   * the first relevant answer, or 0; {@code recall_at_k}, the share of the relevant answers that
   * are among the first k.
   *
   * @param ranked the grades of the answers, the first answer first; 0 for an answer without a
   *     grade
   * @param relevant all grades above 0 of the query, ranked or not, in any order; at least one
   */
  public static Map<String, Double> of(double[] ranked, double[] relevant) {
    if (relevant.length == 0) {
      throw new IllegalArgumentException("a query without a relevant answer has no metric");
    }
    double[] rising = relevant.clone();
    Arrays.sort(rising);
    double[] ideal = new double[rising.length];
    Arrays.setAll(ideal, rank -> rising[rising.length - 1 - rank]);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("ndcg_at_" + CUTOFF, discounted(ranked) / discounted(ideal));
    metrics.put("mrr_at_" + CUTOFF, reciprocalRank(ranked));
    for (int k : RECALLS) {
      long found = Arrays.stream(ranked).limit(k).filter(grade -> grade > 0).count();
      metrics.put("recall_at_" + k, (double) found / relevant.length);
    }
    return metrics;
  }

  private static double discounted(double[] grades) {
    double sum = 0;
    for (int rank = 0; rank < Math.min(CUTOFF, grades.length); rank++) {
      sum += Math.max(0, grades[rank]) / (Math.log(rank + 2.0) / Math.log(2));
    }
    return sum;
  }

  private static double reciprocalRank(double[] ranked) {
    for (int rank = 0; rank < Math.min(CUTOFF, ranked.length); rank++) {
      if (ranked[rank] > 0) {
        return 1.0 / (rank + 1);
      }
    }
    return 0;
  }
}
