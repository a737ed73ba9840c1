// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import dev.falcon.mining.algorithm.SpaceVectors;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Batches from within clusters, as in TAS-B (Hofstätter et al., 2021) and others. Clusters of equal
 * size are formed by spherical k-means of the samples' image and text vectors together, and a batch
 * is a uniform draw from one cluster. If a cluster is not a multiple of a batch, the next cluster
 * fills the last batch.
 *
 * @param clusters K, the number of clusters, at least 1
 */
public record Clusters(int clusters) implements Grouping {
  private static final int ROUNDS = 10;

  public Clusters {
    if (clusters < 1) {
      throw new RequestException("kmeans needs at least 1 cluster; K=" + clusters);
    }
  }

  @Override
  public int[] order(GroupingSpace space, RandomStream random) {
    double[][] points = points(space.vectors());
    int[] cluster = divide(points, random);
    int[] clusterOrder = IntStream.range(0, clusters).toArray();
    random.shuffle(clusterOrder);
    int[] order = new int[points.length];
    int at = 0;
    for (int number : clusterOrder) {
      int[] members = IntStream.range(0, points.length).filter(i -> cluster[i] == number).toArray();
      random.shuffle(members);
      System.arraycopy(members, 0, order, at, members.length);
      at += members.length;
    }
    return order;
  }

  /** Returns the cluster of each point; no cluster has more than ⌈n/K⌉ points. */
  int[] divide(double[][] points, RandomStream random) {
    int[] drawn = IntStream.range(0, points.length).toArray();
    random.shuffle(drawn);
    double[][] centres = new double[clusters][];
    for (int k = 0; k < clusters; k++) {
      centres[k] = points[drawn[k % points.length]].clone();
    }
    int[] cluster = new int[0];
    for (int round = 0; round < ROUNDS; round++) {
      int[] next = assigned(points, centres);
      if (Arrays.equals(next, cluster)) {
        break;
      }
      cluster = next;
      for (double[] centre : centres) {
        Arrays.fill(centre, 0);
      }
      for (int i = 0; i < points.length; i++) {
        add(centres[cluster[i]], points[i]);
      }
      Arrays.stream(centres).forEach(Clusters::normalise);
    }
    return cluster;
  }

  /**
   * Assigns points to clusters, the closest pairs of a point and a centre first, as long as the
   * cluster has room.
   */
  private int[] assigned(double[][] points, double[][] centres) {
    int room = (points.length + clusters - 1) / clusters;
    double[] closeness = new double[points.length * clusters];
    for (int i = 0; i < points.length; i++) {
      for (int k = 0; k < clusters; k++) {
        closeness[i * clusters + k] = product(points[i], centres[k]);
      }
    }
    int[] cluster = new int[points.length];
    int[] sizes = new int[clusters];
    Arrays.fill(cluster, -1);
    IntStream.range(0, closeness.length)
        .boxed()
        .sorted(Comparator.comparingDouble(pair -> -closeness[pair]))
        .forEach(
            pair -> {
              int i = pair / clusters;
              int k = pair % clusters;
              if (cluster[i] < 0 && sizes[k] < room) {
                cluster[i] = k;
                sizes[k]++;
              }
            });
    return cluster;
  }

  private static double[][] points(SpaceVectors vectors) {
    int width = vectors.dimension();
    double[][] points = new double[vectors.rows()][width];
    for (int i = 0; i < points.length; i++) {
      for (int x = 0; x < width; x++) {
        for (int vector = i * vectors.perImage(); vector < (i + 1) * vectors.perImage(); vector++) {
          points[i][x] += (double) vectors.image()[vector * width + x] / vectors.perImage();
        }
        points[i][x] += vectors.text()[i * width + x];
      }
      normalise(points[i]);
    }
    return points;
  }

  private static void add(double[] sum, double[] point) {
    for (int x = 0; x < sum.length; x++) {
      sum[x] += point[x];
    }
  }

  private static void normalise(double[] point) {
    double length = Math.sqrt(product(point, point));
    for (int x = 0; length > 0 && x < point.length; x++) {
      point[x] /= length;
    }
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int x = 0; x < a.length; x++) {
      sum += a[x] * b[x];
    }
    return sum;
  }

  @Override
  public String toString() {
    return "kmeans:" + clusters;
  }
}
