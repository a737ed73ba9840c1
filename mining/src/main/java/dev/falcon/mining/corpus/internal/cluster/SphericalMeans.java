package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.data.RandomStream;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Spherical k-means of a sample of a corpus. The sample is drawn in equal strata of the items'
 * order. Scores have the same bits on every machine, and sums are added in the order of the sample,
 * so the centroids do not depend on the number of threads.
 *
 * <p>Memory: {@value #PER_CLUSTER} vectors per cluster.
 */
public final class SphericalMeans {
  /** The number of items of the sample per cluster. */
  public static final int PER_CLUSTER = 32;

  /** The number of rounds. */
  public static final int ROUNDS = 5;

  private static final int AT_ONCE = 960;

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

  /**
   * Computes centroids.
   *
   * @param clusters the number of clusters, at most that of the items
   */
  public static Centroids of(CorpusItems corpus, int clusters, long seed, Parallel parallel) {
    int sample = (int) Math.min(corpus.count(), (long) PER_CLUSTER * clusters);
    int[] items = strata(corpus.count(), sample, seed, "clustered items");
    int dimension = corpus.store().dimension();
    SphericalMeans means = new SphericalMeans(ItemMeans.read(corpus, items), dimension, parallel);
    return means.centroids(clusters, seed);
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

  private Centroids centroids(int clusters, long seed) {
    float[] values = new float[clusters * dimension];
    int[] first = strata(sample, clusters, seed, "first centroids");
    for (int c = 0; c < clusters; c++) {
      System.arraycopy(points, first[c] * dimension, values, c * dimension, dimension);
    }
    for (int round = 0; round < ROUNDS; round++) {
      values = next(new Centroids(values, dimension));
    }
    return new Centroids(values, dimension);
  }

  /** Returns the mean directions of the points nearest to each centroid. */
  private float[] next(Centroids centroids) {
    int clusters = centroids.count();
    int[] nearest = new int[sample];
    float[] scores = new float[sample];
    int pieces = (sample + AT_ONCE - 1) / AT_ONCE;
    parallel.forEach(
        pieces,
        () ->
            piece -> {
              int from = piece * AT_ONCE;
              int to = Math.min(sample, from + AT_ONCE);
              float[] some = Arrays.copyOfRange(points, from * dimension, to * dimension);
              centroids.scores(
                  new float[][] {some},
                  (x, row) -> {
                    nearest[from + x] = Centroids.best(row);
                    scores[from + x] = row[nearest[from + x]];
                  });
            });
    double[][] sums = new double[clusters][dimension];
    for (int x = 0; x < sample; x++) {
      double[] sum = sums[nearest[x]];
      for (int k = 0; k < dimension; k++) {
        sum[k] += points[x * dimension + k];
      }
    }
    float[] values = centroids.values().clone();
    int[] farthest = farthest(scores, clusters);
    int taken = 0;
    for (int c = 0; c < clusters; c++) {
      if (!ItemMeans.normalise(sums[c], values, c * dimension)) {
        int point = farthest[taken++ % farthest.length];
        System.arraycopy(points, point * dimension, values, c * dimension, dimension);
      }
    }
    return values;
  }

  /** Returns the points that are least similar to their centroids, which empty clusters take. */
  private int[] farthest(float[] scores, int most) {
    return IntStream.range(0, sample)
        .boxed()
        .sorted(Comparator.comparing((Integer x) -> scores[x]).thenComparingInt(x -> x))
        .limit(most)
        .mapToInt(x -> x)
        .toArray();
  }
}
