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
 * item is found if the rule reaches its cluster. Of the fixed numbers of clusters, and of the
 * distances below the nearest centroid's score, each the least for which the recall's 95 % interval
 * lies above the target, the one is chosen with which fewer pairs are compared, those with
 * centroids included; so is the number of groups.
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
    private static final int UNSEEN = Integer.MAX_VALUE;

    private final int groups;
    private final int[][] orders; // by query, clusters, the nearest first
    private final float[][] gaps; // by query, distances of these
    // By found item of all queries:
    private final int[] queries;
    private final int[] ranks; // of the item's cluster
    private final float[] distances; // of the item's cluster

    private Looking(int groups) {
      this.groups = groups;
      int count = vectors[0].length / clustering.centroids().dimension();
      this.orders = new int[count][];
      this.gaps = new float[count][];
      ProbeRule all = new ProbeRule(groups, Integer.MAX_VALUE, Float.POSITIVE_INFINITY);
      float[] scoreOf = new float[clustering.centroids().count()];
      clustering
          .centroids()
          .scores(
              vectors,
              groups,
              (query, clusters, scores) -> {
                for (int x = 0; x < clusters.length; x++) {
                  scoreOf[clusters[x]] = scores[x];
                }
                int[] order = all.clusters(clusters, scores);
                float[] gap = new float[order.length];
                for (int x = 0; x < order.length; x++) {
                  gap[x] = scoreOf[order[0]] - scoreOf[order[x]];
                }
                orders[query] = order;
                gaps[query] = gap;
              });
      int items = found.stream().mapToInt(each -> each.items().length).sum();
      this.queries = new int[items];
      this.ranks = new int[items];
      this.distances = new float[items];
      int at = 0;
      int[] rankOf = new int[scoreOf.length];
      for (QueryCandidates each : found) {
        Arrays.fill(rankOf, UNSEEN);
        int[] order = orders[each.query()];
        for (int x = 0; x < order.length; x++) {
          rankOf[order[x]] = x;
        }
        for (int item : each.items()) {
          int rank = rankOf[clustering.clusterOf(item)];
          queries[at] = each.query();
          ranks[at] = rank;
          distances[at++] = rank == UNSEEN ? Float.POSITIVE_INFINITY : gaps[each.query()][rank];
        }
      }
    }

    private Optional<Chosen> choose() {
      if (!reaches(new ProbeRule(groups, UNSEEN, Float.POSITIVE_INFINITY))) {
        return Optional.empty();
      }
      int least = 1;
      for (int most = clustering.centroids().count(); least < most; ) {
        int middle = (least + most) >>> 1;
        if (reaches(new ProbeRule(groups, middle, Float.POSITIVE_INFINITY))) {
          most = middle;
        } else {
          least = middle + 1;
        }
      }
      Chosen fixed = chosen(new ProbeRule(groups, least, Float.POSITIVE_INFINITY));
      float[] ascending = distances.clone();
      Arrays.sort(ascending);
      int low = 0;
      for (int high = ascending.length - 1; low < high; ) {
        int middle = (low + high) >>> 1;
        if (reaches(within(ascending[middle]))) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      Chosen near = chosen(within(ascending.length == 0 ? 0 : ascending[low]));
      return Optional.of(near.cost() < fixed.cost() ? near : fixed);
    }

    private ProbeRule within(float reach) {
      return new ProbeRule(groups, Integer.MAX_VALUE, reach);
    }

    private boolean reaches(ProbeRule rule) {
      Rate rate = rate(rule, query -> !measures(query));
      return rate.judged() == 0 || rate.interval().low() >= target;
    }

    private Rate rate(ProbeRule rule, IntPredicate some) {
      return new ClusteredSample(new int[queries.length], new double[] {1}, queries)
          .rate(
              IntStream.range(0, queries.length).filter(item -> some.test(queries[item])).toArray(),
              item -> Question.answer(finds(rule, item)));
    }

    private boolean finds(ProbeRule rule, int item) {
      return ranks[item] != UNSEEN && ranks[item] < rule.most() && distances[item] <= rule.reach();
    }

    private Chosen chosen(ProbeRule rule) {
      int[] sizes = clustering.sizes();
      long pairs = 0;
      long probes = 0;
      long cost = 0;
      for (int query = 0; query < orders.length; query++) {
        int[] order = orders[query];
        float[] distance = gaps[query];
        cost += order.length + clustering.centroids().groups();
        for (int x = 0; x < order.length && x < rule.most() && distance[x] <= rule.reach(); x++) {
          int size = sizes[order[x]];
          pairs += size;
          cost += (size + TILE - 1) / TILE * TILE + OVERHEAD;
          probes++;
        }
      }
      double count = orders.length;
      return new Chosen(
          rule,
          rate(rule, ProbeChoice::measures),
          pairs / (count * clustering.clusterOf().length),
          probes / count,
          cost / count);
    }
  }
}
