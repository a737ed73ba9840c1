// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.mining.corpus.internal.scan.ClusterSearch;
import java.util.Optional;

/**
 * How a corpus is searched.
 *
 * @param clusters the clusters to look into; empty for the whole corpus
 * @param recall the recall of the candidates; empty if the search was not asked for a recall
 */
public record SearchPlan(Optional<ClusterSearch> clusters, Optional<SearchRecall> recall) {
  /** The exact search. */
  public static final SearchPlan EXACT = new SearchPlan(Optional.empty(), Optional.empty());
}
