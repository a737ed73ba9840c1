package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.mining.corpus.internal.cluster.Clustering;
import java.util.Arrays;

/**
 * The clusters that the queries of a strip look into, and the askers that look into each cluster.
 *
 * <p>Memory: 4 bytes per query and cluster, and per asker and cluster.
 */
final class Probes {
  private final Clustering clustering;
  private final int[][] clusters; // by query, ascending
  private final int[] starts; // by cluster
  private final int[] askers; // ascending within a cluster

  private Probes(Clustering clustering, int[][] clusters, int[] starts, int[] askers) {
    this.clustering = clustering;
    this.clusters = clusters;
    this.starts = starts;
    this.askers = askers;
  }

  /**
   * Finds the clusters of queries.
   *
   * @param vectors the queries' vectors // [vectors][queries x dimension]
   * @param queryOf the query of each asker
   */
  static Probes of(ClusterSearch search, float[][] vectors, int[] queryOf) {
    int dimension = search.clustering().centroids().dimension();
    int[][] clusters = new int[vectors[0].length / dimension][];
    search
        .clustering()
        .centroids()
        .scores(
            vectors,
            (query, scores) -> {
              clusters[query] = search.rule().clusters(scores);
              Arrays.sort(clusters[query]);
            });
    int[] starts = new int[search.clustering().centroids().count() + 1];
    for (int query : queryOf) {
      for (int cluster : clusters[query]) {
        starts[cluster + 1]++;
      }
    }
    for (int c = 1; c < starts.length; c++) {
      starts[c] = Math.addExact(starts[c], starts[c - 1]);
    }
    int[] askers = new int[starts[starts.length - 1]];
    int[] next = starts.clone();
    for (int asker = 0; asker < queryOf.length; asker++) {
      for (int cluster : clusters[queryOf[asker]]) {
        askers[next[cluster]++] = asker;
      }
    }
    return new Probes(search.clustering(), clusters, starts, askers);
  }

  /** Returns the askers that look into a cluster, ascending. */
  int[] askers(int cluster) {
    return Arrays.copyOfRange(askers, starts[cluster], starts[cluster + 1]);
  }

  /** Returns whether a query looks into the cluster of an item. */
  boolean reach(int query, int item) {
    return Arrays.binarySearch(clusters[query], clustering.clusterOf(item)) >= 0;
  }
}
