// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The averages of a suite, by the names of their definitions. They differ by points on the same
 * outcomes, so that an average without its definition says little.
 */
final class SuiteAverages {
  /** Over all items. */
  private static final String ROWS = "rows";

  /** The mean of the subsets' shares. */
  private static final String SUBSETS = "subsets";

  /** The mean of the categories' shares, each over the items of its subsets. */
  private static final String CATEGORIES = "categories";

  /** The mean of the categories' means of their subsets. */
  private static final String CATEGORY_SUBSETS = "category_subsets";

  private SuiteAverages() {}

  /**
   * Returns the averages; those of subsets or categories only if there are several.
   *
   * @param bySubset the items of each subset
   * @param categories the subsets of each category
   */
  static Map<String, ShareSummary> of(
      Map<String, List<ItemOutcome>> bySubset, Map<String, List<String>> categories) {
    Map<String, ShareSummary> averages = new LinkedHashMap<>();
    averages.put(ROWS, ShareSummary.of(together(bySubset.values())));
    if (bySubset.size() > 1) {
      averages.put(SUBSETS, meanOf(bySubset.values()));
    }
    List<List<List<ItemOutcome>>> grouped = new ArrayList<>();
    for (List<String> subsets : categories.values()) {
      List<List<ItemOutcome>> own =
          subsets.stream().filter(bySubset::containsKey).map(bySubset::get).toList();
      if (!own.isEmpty()) {
        grouped.add(own);
      }
    }
    if (!grouped.isEmpty()) {
      averages.put(CATEGORIES, meanOf(grouped.stream().map(SuiteAverages::together).toList()));
      averages.put(
          CATEGORY_SUBSETS,
          ShareSummary.mean(grouped.stream().map(SuiteAverages::meanOf).toList()));
    }
    return averages;
  }

  private static List<ItemOutcome> together(Iterable<List<ItemOutcome>> groups) {
    List<ItemOutcome> all = new ArrayList<>();
    groups.forEach(all::addAll);
    return all;
  }

  private static ShareSummary meanOf(Iterable<List<ItemOutcome>> groups) {
    List<ShareSummary> summaries = new ArrayList<>();
    groups.forEach(group -> summaries.add(ShareSummary.of(group)));
    return ShareSummary.mean(summaries);
  }
}
