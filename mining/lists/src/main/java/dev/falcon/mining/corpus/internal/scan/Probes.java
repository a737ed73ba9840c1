// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.scan;

import dev.falcon.mining.corpus.internal.cluster.Clustering;
import java.util.Arrays;

/**
 * The clusters that the queries of a strip look into, and the askers that look into each cluster.
 * Queries look into their nearest clusters in a first round, after which hardly any score of the
 * second is among the best.
 *
 * <p>Memory: 4 bytes per query and cluster, and per asker and cluster.
 */
final class Probes {
  /** The number of rounds. */
  static final int ROUNDS = 2;

  private final Clustering clustering;
  private final int[][] clusters; // by query, the nearest one first; later ascending
  private final int[] first; // by query, the number of clusters of the first round
  private final Askers[] rounds = new Askers[ROUNDS];

  /**
   * The askers of a round.
   *
   * @param starts the first asker of each cluster
   * @param askers the askers of one cluster after another, ascending within each
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Askers(int[] starts, int[] askers) {
    /** Collects the askers of each query's clusters from {@code from} to {@code to}, exclusive. */
    static Askers of(int count, int[][] clusters, int[] from, int[] to, int[] queryOf) {
      int[] starts = new int[count + 1];
      for (int query : queryOf) {
        for (int x = from[query]; x < to[query]; x++) {
          starts[clusters[query][x] + 1]++;
        }
      }
      for (int c = 1; c < starts.length; c++) {
        starts[c] = Math.addExact(starts[c], starts[c - 1]);
      }
      int[] askers = new int[starts[count]];
      int[] next = starts.clone();
      for (int asker = 0; asker < queryOf.length; asker++) {
        int query = queryOf[asker];
        for (int x = from[query]; x < to[query]; x++) {
          askers[next[clusters[query][x]]++] = asker;
        }
      }
      return new Askers(starts, askers);
    }

    int[] of(int cluster) {
      return Arrays.copyOfRange(askers, starts[cluster], starts[cluster + 1]);
    }
  }

  private Probes(Clustering clustering, int[][] clusters, int[] first) {
    this.clustering = clustering;
    this.clusters = clusters;
    this.first = first;
  }

  /**
   * Finds the clusters of queries.
   *
   * @param vectors the queries' vectors // [vectors][queries x dimension]
   * @param enough the number of items that the clusters of the first round should hold
   */
  static Probes of(ClusterSearch search, float[][] vectors, int enough) {
    Clustering clustering = search.clustering();
    int[] sizes = clustering.sizes();
    int queries = vectors[0].length / clustering.centroids().dimension();
    int[][] clusters = new int[queries][];
    int[] first = new int[queries];
    clustering
        .centroids()
        .scores(
            vectors,
            search.rule(),
            (query, near, scores) -> {
              int[] nearest = search.rule().clusters(near, scores);
              int items = 0;
              while (first[query] < nearest.length && items < enough) {
                items += sizes[nearest[first[query]++]];
              }
              clusters[query] = nearest;
            });
    return new Probes(clustering, clusters, first);
  }

  /** Returns the queries by their nearest clusters, so that those of a cluster lie together. */
  int[] order() {
    long[] keys = new long[clusters.length];
    Arrays.setAll(keys, query -> ((long) clusters[query][0] << Integer.SIZE) | query);
    Arrays.sort(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
  }

  /**
   * Finds the askers of every cluster; to be called once.
   *
   * @param queryOf the query of each asker
   */
  Probes askedBy(int[] queryOf) {
    int count = clustering.centroids().count();
    int[] all = Arrays.stream(clusters).mapToInt(each -> each.length).toArray();
    rounds[0] = Askers.of(count, clusters, new int[all.length], first, queryOf);
    rounds[1] = Askers.of(count, clusters, first, all, queryOf);
    for (int[] each : clusters) {
      Arrays.sort(each);
    }
    return this;
  }

  /** Returns the askers that look into a cluster in a round, ascending. */
  int[] askers(int round, int cluster) {
    return rounds[round].of(cluster);
  }

  /** Returns whether a query looks into the cluster of an item. */
  boolean reach(int query, int item) {
    return Arrays.binarySearch(clusters[query], clustering.clusterOf(item)) >= 0;
  }
}
