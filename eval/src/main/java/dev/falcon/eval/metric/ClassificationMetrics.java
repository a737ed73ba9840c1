// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/** The metrics of every classification task: top-1 and top-5 accuracy, and mean recall. */
public final class ClassificationMetrics {
  /** Top-1 accuracy. */
  public static final String ACCURACY = "acc1";

  /** Top-5 accuracy; null with fewer than five classes. */
  public static final String TOP_FIVE_ACCURACY = "acc5";

  /** Mean recall per class, over the classes that have images. */
  public static final String MEAN_RECALL = "mean_per_class_recall";

  private ClassificationMetrics() {}

  /** Returns accuracy and mean recall; there must be at least one decision. */
  public static Scores of(Decisions decisions) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(ACCURACY, share(decisions, decisions::isTopOneHit));
    metrics.put(
        TOP_FIVE_ACCURACY,
        decisions.hasTopFive() ? share(decisions, decisions::isTopFiveHit) : null);
    metrics.put(MEAN_RECALL, PerClass.of(decisions).meanRecall());
    return Scores.of(metrics);
  }

  private static double share(Decisions decisions, IntPredicate isHit) {
    int hits = 0;
    for (int i = 0; i < decisions.count(); i++) {
      hits += isHit.test(i) ? 1 : 0;
    }
    return (double) hits / decisions.count();
  }
}
