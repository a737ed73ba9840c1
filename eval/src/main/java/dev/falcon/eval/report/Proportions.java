// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.report;

import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.metric.ClassificationMetrics;
import dev.falcon.eval.metric.Scores;
import java.util.Objects;

/**
 * Determines which main metrics are shares of a number of samples, and so have a binomial interval.
 */
public final class Proportions {
  private Proportions() {}

  /** Returns whether the metric is the share of right samples among all samples. */
  public static boolean isPlainShare(Task task) {
    return ClassificationMetrics.ACCURACY.equals(task.mainMetric());
  }

  /** Returns the score of a task; the score of a worst group is a share of that group's samples. */
  public static ScoreInterval score(Task task, Scores metrics, int samples) {
    double value = metrics.main();
    if (Double.isNaN(value)) {
      return new ScoreInterval(value, null);
    }
    if (isPlainShare(task)) {
      return ScoreInterval.ofShare(value, samples);
    }
    String share = task.protocol() == Task.Protocol.DOLLAR_STREET ? "acc_top5_" : "acc_";
    String field =
        switch (task.protocol()) {
          case FMOW, GEODE -> "region:";
          case DOLLAR_STREET -> "income_ds:";
          default -> null;
        };
    long count = field == null ? 0 : smallestGroup(metrics, share, field, value);
    return count == 0 ? new ScoreInterval(value, null) : ScoreInterval.ofShare(value, count);
  }

  /** Returns the size of the smallest group with the value; 0 if there is none. */
  private static long smallestGroup(Scores metrics, String share, String field, double value) {
    return metrics.values().entrySet().stream()
        .filter(metric -> metric.getKey().startsWith(share + field))
        .filter(metric -> metric.getValue() != null && metric.getValue().doubleValue() == value)
        .map(metric -> metrics.get("count_" + metric.getKey().substring(share.length())))
        .filter(Objects::nonNull)
        .mapToLong(Double::longValue)
        .filter(count -> count > 0)
        .min()
        .orElse(0);
  }
}
