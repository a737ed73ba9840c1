// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The metrics of the tasks whose images have metadata, such as the accuracy of the worst group. The
 * constants name the columns of each task's metadata; further columns are ignored.
 */
public final class GroupMetrics {
  /** FMoW's group of places that belong to no continent. */
  public static final int FMOW_OTHER_REGION = 5;

  /** The leading columns of Camelyon17's metadata. */
  public static final List<String> CAMELYON17 = List.of("hospital", "slide", "y");

  /** The leading columns of FMoW's metadata. */
  public static final List<String> FMOW = List.of("region", "year", "y");

  /** The leading columns of Dollar Street's metadata. */
  public static final List<String> DOLLAR_STREET = List.of("income_ds", "income_meta", "region");

  /** The leading columns of GeoDE's metadata. */
  public static final List<String> GEODE = List.of("region", "country");

  private GroupMetrics() {}

  /**
   * Returns iWildCam's metrics: recall and F1 as unweighted means over the species that occur,
   * without groups.
   */
  public static Scores iWildCam(Decisions decisions) {
    PerClass perClass = PerClass.of(decisions);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("acc_avg", accuracy(decisions));
    metrics.put("recall-macro_all", perClass.meanRecall());
    metrics.put("F1-macro_all", perClass.meanF1());
    return Scores.of(metrics);
  }

  /** Returns Camelyon17's metrics: accuracy by slide. */
  public static Scores camelyon17(Decisions decisions, long[][] metadata) {
    GroupAccuracy slides = group(CAMELYON17, "slide", decisions, metadata, right(decisions));
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("acc_avg", slides.average());
    put(metrics, "acc_", slides);
    metrics.put("acc_wg", slides.worst());
    return Scores.of(metrics);
  }

  /**
   * Returns FMoW's metrics: accuracy by year and by region.
   *
   * @param countOther whether the region "Other" can be the worst. In the reference evaluator it
   *     can, since its exclusion looks for the name while regions are numbers; in the real data, it
   *     has four images
   */
  public static Scores fmow(Decisions decisions, long[][] metadata, boolean countOther) {
    GroupAccuracy years = group(FMOW, "year", decisions, metadata, right(decisions));
    GroupAccuracy regions = group(FMOW, "region", decisions, metadata, right(decisions));
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("acc_avg", years.average());
    put(metrics, "acc_", years);
    metrics.put("acc_worst_year", years.worst());
    put(metrics, "acc_", regions);
    String other = "region:" + FMOW_OTHER_REGION;
    metrics.put("acc_worst_region", regions.worst(name -> countOther || !name.equals(other)));
    return Scores.of(metrics);
  }

  /** Returns Dollar Street's metrics: top-5 accuracy by income group. */
  public static Scores dollarStreet(Decisions decisions, long[][] metadata) {
    GroupAccuracy incomes =
        group(DOLLAR_STREET, "income_ds", decisions, metadata, decisions::isTopFiveHit);
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("acc_top5_avg", incomes.average());
    put(metrics, "acc_top5_", incomes);
    metrics.put("acc_top5_wg", incomes.worst());
    return Scores.of(metrics);
  }

  /** Returns GeoDE's metrics: accuracy by region. */
  public static Scores geode(Decisions decisions, long[][] metadata) {
    GroupAccuracy regions = group(GEODE, "region", decisions, metadata, right(decisions));
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("acc_avg", regions.average());
    put(metrics, "acc_", regions);
    metrics.put("acc_wg", regions.worst());
    return Scores.of(metrics);
  }

  /** Adds each group's share and size to the metrics. */
  static void put(Map<String, Double> metrics, String prefix, GroupAccuracy groups) {
    groups
        .groups()
        .forEach(
            (name, group) -> {
              metrics.put(prefix + name, group.share());
              metrics.put("count_" + name, (double) group.count());
            });
  }

  private static GroupAccuracy group(
      List<String> columns,
      String field,
      Decisions decisions,
      long[][] metadata,
      IntPredicate holds) {
    GroupAccuracy.Field grouped = new GroupAccuracy.Field(field, metadata, columns.indexOf(field));
    return GroupAccuracy.by(grouped, decisions.count(), holds);
  }

  private static IntPredicate right(Decisions decisions) {
    return image -> decisions.predicted(image) == decisions.label(image);
  }

  private static double accuracy(Decisions decisions) {
    IntPredicate right = right(decisions);
    int hits = 0;
    for (int image = 0; image < decisions.count(); image++) {
      hits += right.test(image) ? 1 : 0;
    }
    return Scores.floatQuotient(hits, decisions.count());
  }
}
