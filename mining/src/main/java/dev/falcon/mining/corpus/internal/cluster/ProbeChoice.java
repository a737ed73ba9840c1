package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.statistics.Rate;
import dev.falcon.mining.corpus.internal.Found;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the rule by which clusters are looked into, from queries that were searched exactly. An
 * item is found if the rule reaches its cluster. Of the fixed numbers of clusters, and of the
 * distances below the nearest centroid's score, each the least for which the recall's 95 % interval
 * lies above the target, the one is chosen with which fewer pairs are compared.
 *
 * <p>The items of a query are one cluster of the sample, since a query is easy or hard as a whole.
 */
public final class ProbeChoice {
  private final Clustering clustering;
  private final double target;
  private final List<int[]> orders = new ArrayList<>(); // by query, clusters, the nearest first
  private final List<float[]> gaps = new ArrayList<>(); // by query, distances of these
  // By found item of all queries:
  private int[] queries;
  private int[] ranks; // of the item's cluster
  private float[] distances; // of the item's cluster

  /**
   * A rule and its cost.
   *
   * @param recall the share of the sample's items that it finds
   * @param share the share of all pairs that it compares
   * @param probes the mean number of clusters of a query
   */
  public record Chosen(ProbeRule rule, Rate recall, double share, double probes) {}

  /**
   * Creates a choice.
   *
   * @param vectors the vectors of the sample's queries // [vectors][queries x dimension]
   * @param found the results of an exact search, whose queries are numbered as the vectors
   * @param target the recall, in (0, 1)
   */
  public ProbeChoice(Clustering clustering, float[][] vectors, List<Found> found, double target) {
    this.clustering = clustering;
    this.target = target;
    clustering
        .centroids()
        .scores(
            vectors,
            (query, scores) -> {
              int[] order = ProbeRule.ordered(scores);
              float[] distance = new float[order.length];
              for (int x = 0; x < order.length; x++) {
                distance[x] = scores[order[0]] - scores[order[x]];
              }
              orders.add(order);
              gaps.add(distance);
            });
    int items = found.stream().mapToInt(each -> each.items().length).sum();
    this.queries = new int[items];
    this.ranks = new int[items];
    this.distances = new float[items];
    int at = 0;
    for (Found each : found) {
      int[] rankOf = new int[clustering.centroids().count()];
      int[] order = orders.get(each.query());
      for (int x = 0; x < order.length; x++) {
        rankOf[order[x]] = x;
      }
      for (int item : each.items()) {
        queries[at] = each.query();
        ranks[at] = rankOf[clustering.clusterOf(item)];
        distances[at++] = gaps.get(each.query())[ranks[at - 1]];
      }
    }
  }

  /** Returns the cheapest rule that reaches the target. */
  public Chosen choose() {
    int count = clustering.centroids().count();
    int least = 1;
    for (int most = count; least < most; ) {
      int middle = (least + most) >>> 1;
      if (reaches(ProbeRule.nearest(middle))) {
        most = middle;
      } else {
        least = middle + 1;
      }
    }
    Chosen fixed = chosen(ProbeRule.nearest(least));
    float[] ascending = distances.clone();
    Arrays.sort(ascending);
    int low = 0;
    for (int high = ascending.length - 1; low < high; ) {
      int middle = (low + high) >>> 1;
      if (reaches(ProbeRule.within(ascending[middle]))) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    Chosen within = chosen(ProbeRule.within(ascending.length == 0 ? 0 : ascending[low]));
    return within.share() < fixed.share() ? within : fixed;
  }

  private boolean reaches(ProbeRule rule) {
    Rate rate = rate(rule);
    return rate.judged() == 0 || rate.interval().low() >= target;
  }

  private Rate rate(ProbeRule rule) {
    return new ClusteredSample(new int[queries.length], new double[] {1}, queries)
        .rate(
            IntStream.range(0, queries.length).toArray(),
            item -> Question.answer(ranks[item] < rule.most() && distances[item] <= rule.reach()));
  }

  private Chosen chosen(ProbeRule rule) {
    int[] sizes = clustering.sizes();
    long pairs = 0;
    long probes = 0;
    for (int query = 0; query < orders.size(); query++) {
      int[] order = orders.get(query);
      float[] distance = gaps.get(query);
      for (int x = 0; x < order.length && x < rule.most() && distance[x] <= rule.reach(); x++) {
        pairs += sizes[order[x]];
        probes++;
      }
    }
    double all = (double) orders.size() * IntStream.of(sizes).asLongStream().sum();
    return new Chosen(rule, rate(rule), pairs / all, (double) probes / orders.size());
  }
}
