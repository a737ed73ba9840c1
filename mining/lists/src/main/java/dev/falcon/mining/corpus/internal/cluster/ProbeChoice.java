// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.corpus.internal.QueryCandidates;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Chooses the rule by which clusters are looked into, from queries that were searched exactly. An
 * item is found if the rule reaches its cluster. The rule has the least reach for which the
 * recall's 95 % interval lies above the target, and the number of groups with which fewest pairs
 * are compared, those with centroids included.
 *
 * <p>Every second query chooses; the others measure the recall, which is then not that of a rule
 * chosen for them.
 *
 * <p>The items of a query are one cluster of the sample, since a query is easy or hard as a whole.
 */
public final class ProbeChoice {
  // The columns that a kernel multiplies at once, and a cluster's other work in columns.
  private static final int TILE = 32;
  private static final int OVERHEAD = 16;

  private final Clustering clustering;
  private final float[][] vectors;
  private final List<QueryCandidates> found;
  private final double target;

  /**
   * A rule and its cost.
   *
   * @param recall the share of the items of the measuring queries that it finds
   * @param share the share of all pairs that it compares
   * @param probes the mean number of clusters of a query
   * @param cost the mean number of products that a query takes: with centroids, and with whole
   *     tiles of items
   */
  public record Chosen(ProbeRule rule, Rate recall, double share, double probes, double cost) {}

  /**
   * Creates a choice.
   *
   * @param vectors the vectors of the sample's queries // [vectors][queries x dimension]
   * @param found the results of an exact search, whose queries are numbered as the vectors
   * @param target the recall, in (0, 1)
   */
  public ProbeChoice(
      Clustering clustering, float[][] vectors, List<QueryCandidates> found, double target) {
    this.clustering = clustering;
    this.vectors = vectors;
    this.found = found;
    this.target = target;
  }

  /** Returns whether a query of a sample measures recall; the others choose a rule. */
  public static boolean measures(int query) {
    return query % 2 == 1;
  }

  /** Returns the cheapest rule that reaches the target. */
  public Chosen choose() {
    Centroids centroids = clustering.centroids();
    Chosen best = new Looking(centroids.groups()).choose().orElseThrow();
    for (int groups = centroids.groups() / 2; groups >= 1; groups /= 2) {
      Optional<Chosen> fewer = new Looking(groups).choose();
      if (fewer.isEmpty() || fewer.get().cost() >= best.cost()) {
        return best;
      }
      best = fewer.get();
    }
    return best;
  }

  /** The sample's queries, with the clusters of a number of groups. */
  private final class Looking {
    private final int groups;
    private final int[][] near; // by query, clusters
    private final float[][] below; // by query, how far these are below the mean of the nearest
    // By found item of all queries:
    private final int[] queries;
    private final float[] distances; // of the item's cluster; NaN if its group is not near

    private Looking(int groups) {
      this.groups = groups;
      int count = vectors[0].length / clustering.centroids().dimension();
      this.near = new int[count][];
      this.below = new float[count][];
      clustering
          .centroids()
          .scores(
              vectors,
              ProbeRule.within(groups, Float.POSITIVE_INFINITY),
              (query, clusters, scores) -> {
                float mean = ProbeRule.meanOfNearest(scores);
                float[] distance = new float[scores.length];
                for (int x = 0; x < scores.length; x++) {
                  distance[x] = mean - scores[x];
                }
                distance[ProbeRule.best(clusters, scores)] = Float.NEGATIVE_INFINITY; // in any case
                near[query] = clusters;
                below[query] = distance;
              });
      int items = found.stream().mapToInt(each -> each.items().length).sum();
      this.queries = new int[items];
      this.distances = new float[items];
      int at = 0;
      float[] distanceOf = new float[clustering.centroids().count()];
      for (QueryCandidates each : found) {
        Arrays.fill(distanceOf, Float.NaN);
        int[] clusters = near[each.query()];
        for (int x = 0; x < clusters.length; x++) {
          distanceOf[clusters[x]] = below[each.query()][x];
        }
        for (int item : each.items()) {
          queries[at] = each.query();
          distances[at++] = distanceOf[clustering.clusterOf(item)];
        }
      }
    }

    private Optional<Chosen> choose() {
      if (!reaches(Float.POSITIVE_INFINITY)) {
        return Optional.empty();
      }
      float[] ascending = distances.clone();
      Arrays.sort(ascending); // NaN last
      int low = 0;
      for (int high = ascending.length - 1; low < high; ) {
        int middle = (low + high) >>> 1;
        if (Float.isNaN(ascending[middle]) || reaches(ascending[middle])) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      float reach = ascending.length == 0 ? 0 : ascending[low];
      return Optional.of(chosen(Math.max(-Float.MAX_VALUE, reach)));
    }

    private boolean reaches(float reach) {
      Rate rate = rate(reach, query -> !measures(query));
      return rate.judged() == 0 || rate.interval().low() >= target;
    }

    private Rate rate(float reach, IntPredicate some) {
      return new ClusteredSample(new int[queries.length], new double[] {1}, queries)
          .rate(
              IntStream.range(0, queries.length).filter(item -> some.test(queries[item])).toArray(),
              item -> Question.answer(distances[item] <= reach));
    }

    private Chosen chosen(float reach) {
      int[] sizes = clustering.sizes();
      long pairs = 0;
      long probes = 0;
      long cost = 0;
      for (int query = 0; query < near.length; query++) {
        cost += near[query].length + clustering.centroids().groups();
        for (int x = 0; x < near[query].length; x++) {
          if (below[query][x] <= reach) {
            int size = sizes[near[query][x]];
            pairs += size;
            cost += (size + TILE - 1) / TILE * TILE + OVERHEAD;
            probes++;
          }
        }
      }
      double count = near.length;
      return new Chosen(
          ProbeRule.within(groups, reach),
          rate(reach, ProbeChoice::measures),
          pairs / (count * clustering.clusterOf().length),
          probes / count,
          cost / count);
    }
  }
}
