// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

/**
 * The recall of a search that looks into some clusters of the corpus, measured by queries that were
 * also searched exactly.
 *
 * @param asked the recall that was asked for, in [0.9, 1)
 * @param whyExact the reason why the search is exact; empty if it is not
 * @param queries the number of queries by which recall was measured
 * @param candidates the recall of the candidates that the search passes to the filters
 * @param negatives the recall of the negatives of the lists, after all filters; not measured of
 *     lists from a file of candidates
 * @param clusters the number of clusters
 * @param probes the mean number of clusters that a query looks into
 * @param pairs the share of all pairs of a query and an item that are compared, in (0, 1]
 */
public record SearchRecall(
    double asked,
    String whyExact,
    long queries,
    Share candidates,
    Share negatives,
    int clusters,
    double probes,
    double pairs) {

  /**
   * A share of items that were found.
   *
   * @param items the number of items
   * @param share the share, in [0, 1]; NaN without items
   * @param low the lower end of the share's 95 % interval
   * @param high the upper end of the share's 95 % interval
   */
  public record Share(long items, double share, double low, double high) {
    /** No measurement. */
    public static final Share NONE = new Share(0, Double.NaN, Double.NaN, Double.NaN);
  }

  /** Returns the record of an exact search, with the reason why it is exact. */
  public static SearchRecall exact(double asked, String reason) {
    return new SearchRecall(asked, reason, 0, Share.NONE, Share.NONE, 0, 0, 1);
  }

  /** Returns whether the search is exact. */
  public boolean exactly() {
    return !whyExact.isEmpty();
  }

  /** Returns a copy with the recall of the lists' negatives. */
  public SearchRecall with(Share ofNegatives) {
    return new SearchRecall(
        asked, whyExact, queries, candidates, ofNegatives, clusters, probes, pairs);
  }
}
