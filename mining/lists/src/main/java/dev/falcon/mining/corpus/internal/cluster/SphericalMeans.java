// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Spherical k-means of a sample of a corpus. The centroids are divided into groups by the same
 * means, so that a point is compared only with the centroids of the nearest groups. The sample is
 * drawn in equal strata of the items' order. Scores have the same bits on every machine, and sums
 * are added in the order of the sample, so the centroids do not depend on the number of threads.
 *
 * <p>Memory: {@value #PER_CLUSTER} vectors per cluster, and at most {@value #MOST_COMPONENTS}
 * components.
 */
public final class SphericalMeans {
  /** The number of items of the sample per cluster. */
  private static final int PER_CLUSTER = 32;

  /** The number of rounds. */
  private static final int ROUNDS = 5;

  private static final int AT_ONCE = 768;
  private static final int MOST_COMPONENTS = 1 << 26; // 256 MiB

  private final float[] points; // [sample x dimension]
  private final int sample;
  private final int dimension;
  private final Parallel parallel;

  private SphericalMeans(float[] points, int dimension, Parallel parallel) {
    this.points = points;
    this.dimension = dimension;
    this.sample = points.length / dimension;
    this.parallel = parallel;
  }

  /** Returns the number of groups into which clusters are divided. */
  private static int groups(int clusters) {
    return Integer.highestOneBit((int) Math.sqrt(clusters));
  }

  /** Returns the number of groups among which a point's cluster is. */
  private static int nearGroups(int groups) {
    return (groups + 3) / 4;
  }

  /** Returns about how many scores divide items into clusters. */
  public static double work(long items, int clusters) {
    double groups = groups(clusters);
    double points = Math.min(items, (long) PER_CLUSTER * clusters);
    return points * ROUNDS * (groups + nearGroups((int) groups) * clusters / groups)
        + items * (groups + Clustering.nearGroups((int) groups) * clusters / groups);
  }

  /**
   * Computes centroids.
   *
   * @param clusters the number of clusters, at most that of the items
   */
  public static Centroids of(CorpusItems corpus, int clusters, long seed, Parallel parallel) {
    int dimension = corpus.store().dimension();
    int most = Math.max(clusters, MOST_COMPONENTS / dimension);
    int sample = (int) Math.min(Math.min(corpus.count(), most), (long) PER_CLUSTER * clusters);
    int[] items = strata(corpus.count(), sample, seed, "clustered items");
    SphericalMeans means = new SphericalMeans(ItemMeans.read(corpus, items), dimension, parallel);
    int[] first = strata(sample, clusters, seed, "first centroids");
    Centroids centroids = grouped(means.chosen(first), dimension, parallel);
    for (int round = 0; round < ROUNDS; round++) {
      centroids = grouped(means.moved(centroids), dimension, parallel);
    }
    return centroids;
  }

  /** Divides centroids into groups, each of which has a centroid of its own. */
  private static Centroids grouped(float[] vectors, int dimension, Parallel parallel) {
    SphericalMeans members = new SphericalMeans(vectors, dimension, parallel);
    int[] first = new int[groups(members.sample)];
    Arrays.setAll(first, g -> (int) ((long) members.sample * g / first.length));
    Centroids heads = Centroids.ungrouped(members.chosen(first), dimension);
    for (int round = 0; round < ROUNDS; round++) {
      heads = Centroids.ungrouped(members.moved(heads), dimension);
    }
    int[] groupOf = members.nearest(heads);
    int[] kept = IntStream.of(groupOf).sorted().distinct().toArray(); // those with members
    int[] starts = new int[kept.length + 1];
    int[] order = new int[groupOf.length];
    for (int group = 0; group < kept.length; group++) {
      int at = starts[group];
      for (int x = 0; x < order.length; x++) {
        if (groupOf[x] == kept[group]) {
          order[at++] = x;
        }
      }
      starts[group + 1] = at;
    }
    float[] own = new SphericalMeans(heads.values(), dimension, parallel).chosen(kept);
    return new Centroids(own, starts, members.chosen(order), dimension);
  }

  /** Returns one number, drawn at random, of each of {@code count} equal ranges below an end. */
  public static int[] strata(int end, int count, long seed, String purpose) {
    RandomStream random = RandomStream.of(seed, purpose);
    int[] drawn = new int[count];
    for (int x = 0; x < count; x++) {
      int from = (int) ((long) end * x / count);
      int to = (int) ((long) end * (x + 1) / count);
      drawn[x] = from + random.nextInt(to - from);
    }
    return drawn;
  }

  private float[] chosen(int[] some) {
    float[] values = new float[some.length * dimension];
    for (int x = 0; x < some.length; x++) {
      System.arraycopy(points, some[x] * dimension, values, x * dimension, dimension);
    }
    return values;
  }

  /** Returns the cluster of every point. */
  private int[] nearest(Centroids centroids) {
    int[] nearest = new int[sample];
    parallel.forEach(
        (sample + AT_ONCE - 1) / AT_ONCE,
        () ->
            piece -> {
              int from = piece * AT_ONCE;
              int to = Math.min(sample, from + AT_ONCE);
              float[] some = Arrays.copyOfRange(points, from * dimension, to * dimension);
              int[] found = centroids.nearest(some, nearGroups(centroids.groups()));
              System.arraycopy(found, 0, nearest, from, found.length);
            });
    return nearest;
  }

  /** Returns the mean directions of the points of each cluster; without points, it stays. */
  private float[] moved(Centroids centroids) {
    int[] nearest = nearest(centroids);
    double[][] sums = new double[centroids.count()][dimension];
    for (int x = 0; x < sample; x++) {
      double[] sum = sums[nearest[x]];
      for (int k = 0; k < dimension; k++) {
        sum[k] += points[x * dimension + k];
      }
    }
    float[] values = centroids.values().clone();
    for (int c = 0; c < sums.length; c++) {
      ItemMeans.normalise(sums[c], values, c * dimension);
    }
    return values;
  }
}
