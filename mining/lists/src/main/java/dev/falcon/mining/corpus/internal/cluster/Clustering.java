// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.Progress;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.same.CaptionGroups;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The division of a corpus into clusters: every item belongs to the cluster of the nearest centroid
 * in the nearest groups. Items with the same text belong to the cluster of the first of them.
 *
 * <p>Memory: 4 bytes per item, and 8 while the items are put in order.
 */
public final class Clustering {
  private static final int AT_ONCE = 4_800;

  private final Centroids centroids;
  private final int[] clusterOf; // by item

  Clustering(Centroids centroids, int[] clusterOf) {
    this.centroids = centroids;
    this.clusterOf = clusterOf;
  }

  /**
   * Assigns every item of a corpus.
   *
   * @param captions the groups of items with the same text, if they are distinguished
   */
  public static Clustering of(
      CorpusItems corpus,
      Centroids centroids,
      Optional<CaptionGroups> captions,
      Parallel parallel,
      Progress.Task task) {
    int count = corpus.count();
    int[] clusterOf = new int[count];
    parallel.forEach(
        (count + AT_ONCE - 1) / AT_ONCE,
        () ->
            piece -> {
              int from = piece * AT_ONCE;
              int[] items = new int[Math.min(count, from + AT_ONCE) - from];
              Arrays.setAll(items, x -> from + x);
              int[] nearest =
                  centroids.nearest(ItemMeans.read(corpus, items), nearGroups(centroids.groups()));
              System.arraycopy(nearest, 0, clusterOf, from, items.length);
              task.advance(items.length);
            });
    captions.ifPresent(groups -> keepTogether(groups, clusterOf));
    return new Clustering(centroids, clusterOf);
  }

  /**
   * Returns the number of groups among which an item's cluster is: more than in the training, since
   * a search does not look for an item where it is not.
   */
  static int nearGroups(int groups) {
    return (groups + 1) / 2;
  }

  private static void keepTogether(CaptionGroups groups, int[] clusterOf) {
    int[] order = groups.order();
    for (int x = groups.singles() + 1; x < order.length; x++) {
      if (groups.groupOf(order[x]) == groups.groupOf(order[x - 1])) {
        clusterOf[order[x]] = clusterOf[order[x - 1]];
      }
    }
  }

  public Centroids centroids() {
    return centroids;
  }

  /** Returns the cluster of an item. */
  public int clusterOf(int item) {
    return clusterOf[item];
  }

  /** Returns the clusters of all items. */
  int[] clusterOf() {
    return clusterOf;
  }

  /** Returns the number of items of each cluster. */
  public int[] sizes() {
    int[] sizes = new int[centroids.count()];
    for (int cluster : clusterOf) {
      sizes[cluster]++;
    }
    return sizes;
  }

  /**
   * Returns items sorted by cluster; within a cluster they keep their order.
   *
   * @param some the items to sort; empty for all in their own order
   */
  public int[] sorted(int[] some) {
    int[] items = some.length > 0 ? some : IntStream.range(0, clusterOf.length).toArray();
    int[] next = new int[centroids.count() + 1];
    for (int item : items) {
      next[clusterOf[item] + 1]++;
    }
    for (int c = 1; c < next.length; c++) {
      next[c] += next[c - 1];
    }
    int[] sorted = new int[items.length];
    for (int item : items) {
      sorted[next[clusterOf[item]]++] = item;
    }
    return sorted;
  }
}
