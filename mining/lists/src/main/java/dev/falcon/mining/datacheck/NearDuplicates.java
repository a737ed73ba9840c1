// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.datacheck;

import dev.falcon.data.Progress;
import dev.falcon.data.statistics.ClusteredSample;
import dev.falcon.data.statistics.ClusteredSample.Question;
import dev.falcon.data.store.Vectors;
import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Parallel;
import dev.falcon.mining.corpus.internal.CorpusItems;
import dev.falcon.mining.corpus.internal.ItemPairs;
import dev.falcon.mining.corpus.internal.LongList;
import dev.falcon.mining.corpus.internal.cluster.Centroids;
import dev.falcon.mining.corpus.internal.cluster.ProbeRule;
import dev.falcon.mining.corpus.internal.cluster.SphericalMeans;
import dev.falcon.mining.datacheck.DataCheckResult.ImagePair;
import dev.falcon.mining.datacheck.DataCheckResult.NearRecall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the pairs of images that are near duplicates. Up to {@value #EXACT} different images are
 * all compared with each other. Of more, two are compared if they have one of their {@value
 * #CLUSTERS} nearest clusters in common; some are then compared with all others, to measure which
 * share of the pairs is found so. The result is the same for any number of threads.
 *
 * <p>Memory: 64 bytes per image and, per thread, 1 bit per image and the vectors of two pieces of
 * {@value #PIECE} images.
 */
final class NearDuplicates {
  /** The greatest number of different images that are all compared. */
  static final int EXACT = 32_768;

  /** The number of clusters to which an image belongs. */
  static final int CLUSTERS = 4;

  /** The greatest number of images that are compared with all others to measure the recall. */
  static final int SAMPLE = 2_000;

  private static final int PIECE = 1_024;
  private static final int BLOCK = CrossKernel.BLOCK;
  private static final int SEED = 0;

  private final CorpusItems items;
  private final DistinctImages images;
  private final float below; // the greatest cosine of images that are no near duplicates
  private final int shown;
  private final int mostExact;
  private final Parallel parallel;
  private final Progress progress;
  private final CrossKernel kernel = Kernels.cross();

  /**
   * Near duplicates.
   *
   * @param images the number of images that were searched
   * @param pairs the number of pairs that were found
   * @param near the number of images of these pairs
   * @param nearest the nearest pairs of images with different vectors, and one pair of those with
   *     the same
   * @param recall the share of pairs that a search in clusters finds; empty if all were compared
   */
  record Found(
      long images, long pairs, long near, List<ImagePair> nearest, Optional<NearRecall> recall) {}

  /** Two items, the first of which is lower. */
  private record Pair(int a, int b, float cosine) {
    static final Comparator<Pair> NEAREST =
        Comparator.comparingDouble((Pair pair) -> -pair.cosine())
            .thenComparingInt(Pair::a)
            .thenComparingInt(Pair::b);
  }

  /** The clusters of items, and the items of clusters. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Division(int[] starts, int[] members, int[][] clustersOf) {
    /** Returns the division in which all items share one cluster. */
    static Division whole(int count) {
      int[][] one = new int[count][];
      Arrays.fill(one, new int[1]);
      return new Division(new int[] {0, count}, IntStream.range(0, count).toArray(), one);
    }

    static Division of(int clusters, int[][] clustersOf) {
      int[] starts = new int[clusters + 1];
      for (int[] some : clustersOf) {
        for (int cluster : some) {
          starts[cluster + 1]++;
        }
      }
      for (int c = 1; c < starts.length; c++) {
        starts[c] = Math.addExact(starts[c], starts[c - 1]);
      }
      int[] members = new int[starts[clusters]];
      int[] next = starts.clone();
      for (int item = 0; item < clustersOf.length; item++) {
        for (int cluster : clustersOf[item]) {
          members[next[cluster]++] = item;
        }
      }
      return new Division(starts, members, clustersOf);
    }

    /** Returns the first cluster that two items share; -1 if there is none. */
    int shared(int a, int b) {
      for (int cluster : clustersOf[a]) {
        if (Arrays.binarySearch(clustersOf[b], cluster) >= 0) {
          return cluster;
        }
      }
      return -1;
    }
  }

  /** The pairs that a thread has found. */
  private final class Tally {
    private final BitSet near = new BitSet();
    private final TreeSet<Pair> nearest = new TreeSet<>(Pair.NEAREST);
    private long pairs;

    void add(int a, int b, float cosine) {
      pairs += (long) images.copies()[a] * images.copies()[b];
      near.set(a);
      near.set(b);
      if (nearest.size() < shown || (shown > 0 && cosine >= nearest.last().cosine())) {
        keep(new Pair(a, b, Math.min(1, cosine)));
      }
    }

    /** Adds the pairs of images with the vector of an item. */
    void addCopies(int item) {
      int copies = images.copies()[item];
      if (copies > 1) {
        pairs += (long) copies * (copies - 1) / 2;
        near.set(item);
        keep(new Pair(item, item, 1));
      }
    }

    void keep(Pair pair) {
      nearest.add(pair);
      if (nearest.size() > shown) {
        nearest.pollLast();
      }
    }

    void add(Tally other) {
      pairs += other.pairs;
      near.or(other.near);
      other.nearest.forEach(this::keep);
    }
  }

  /**
   * Creates a search.
   *
   * @param near the cosine from which two images are near duplicates, in (0, 1]
   * @param shown the number of nearest pairs to keep, at least 0
   * @param mostExact the greatest number of different images that are all compared
   */
  NearDuplicates(
      DistinctImages images,
      double near,
      int shown,
      int mostExact,
      Parallel parallel,
      Progress progress) {
    this.items = images.items();
    this.images = images;
    float least = (float) near < near ? Math.nextUp((float) near) : (float) near;
    this.below = Math.nextDown(least);
    this.shown = shown;
    this.mostExact = mostExact;
    this.parallel = parallel;
    this.progress = progress;
  }

  Found find() {
    boolean exact = items.count() <= mostExact;
    Division division = exact ? Division.whole(items.count()) : divide();
    Tally found = compare(division);
    IntStream.range(0, items.count()).forEach(found::addCopies);
    return new Found(
        Arrays.stream(images.copies()).asLongStream().sum(),
        found.pairs,
        found.near.stream().mapToLong(item -> images.copies()[item]).sum(),
        found.nearest.stream().map(this::named).toList(),
        exact ? Optional.empty() : Optional.of(recall(division)));
  }

  private ImagePair named(Pair pair) {
    long a = items.row(pair.a());
    long b = pair.a() == pair.b() ? images.twins()[pair.a()] : items.row(pair.b());
    return new ImagePair(a, b, items.store().key(a), items.store().key(b), pair.cosine());
  }

  private Division divide() {
    int count = items.count();
    int[][] clustersOf = new int[count][];
    Centroids centroids;
    try (Progress.Task task = progress.begin("clustering", count, "images")) {
      int clusters = Integer.highestOneBit((int) (4 * Math.sqrt((double) count)));
      centroids = SphericalMeans.of(items, clusters, SEED, parallel);
      ProbeRule rule = ProbeRule.nearest((centroids.groups() + 1) / 2, CLUSTERS);
      parallel.forEach(
          (count + PIECE - 1) / PIECE,
          () ->
              piece -> {
                int[] some = range(piece, count);
                centroids.scores(
                    new float[][] {vectors(some)},
                    rule,
                    (x, near, scores) -> {
                      int[] nearest = rule.clusters(near, scores);
                      Arrays.sort(nearest);
                      clustersOf[some[x]] = nearest;
                    });
                task.advance(some.length);
              });
    }
    return Division.of(centroids.count(), clustersOf);
  }

  private static int[] range(int piece, int count) {
    return IntStream.range(piece * PIECE, Math.min(count, (piece + 1) * PIECE)).toArray();
  }

  /** Reads vectors of unit length. */
  private float[] vectors(int[] some) {
    float[] vectors = items.read(some)[0];
    int dimension = items.store().dimension();
    for (int x = 0; x < some.length; x++) {
      Vectors.toUnit(vectors, x * dimension, dimension);
    }
    return vectors;
  }

  /** Compares the items of each cluster. */
  private Tally compare(Division division) {
    int[] starts = division.starts();
    int[] pieces = new int[starts.length]; // the first piece of each cluster
    for (int c = 0; c + 1 < starts.length; c++) {
      pieces[c + 1] = pieces[c] + (starts[c + 1] - starts[c] + PIECE - 1) / PIECE;
    }
    List<Tally> tallies = new ArrayList<>();
    try (Progress.Task task =
        progress.begin("near duplicates", pieces[starts.length - 1], "parts")) {
      parallel.forEach(
          pieces[starts.length - 1],
          () -> {
            Tally tally = new Tally();
            synchronized (tallies) {
              tallies.add(tally);
            }
            return piece -> {
              int found = Arrays.binarySearch(pieces, piece);
              int cluster = found >= 0 ? found : -found - 2;
              while (pieces[cluster + 1] == piece) {
                cluster++; // those before have no items
              }
              compare(
                  division, cluster, starts[cluster] + (piece - pieces[cluster]) * PIECE, tally);
              task.advance(1);
            };
          });
    }
    Tally all = new Tally();
    tallies.forEach(all::add);
    return all;
  }

  /** Compares a piece of a cluster with itself and with the pieces after it. */
  private void compare(Division division, int cluster, int from, Tally tally) {
    int end = division.starts()[cluster + 1];
    int[] rows = Arrays.copyOfRange(division.members(), from, Math.min(end, from + PIECE));
    float[] vectors = vectors(rows);
    CrossKernel.Packed packed = kernel.rows(vectors, rows.length, items.store().dimension());
    for (int at = from; at < end; at += PIECE) {
      int[] columns =
          at == from ? rows : Arrays.copyOfRange(division.members(), at, Math.min(end, at + PIECE));
      near(
          packed,
          rows,
          at == from ? vectors : vectors(columns),
          columns,
          (a, b, cosine) -> {
            if (a < b && division.shared(a, b) == cluster) {
              tally.add(a, b, cosine);
            }
          });
    }
  }

  /** Receives two items and their cosine. */
  private interface Each {
    void accept(int a, int b, float cosine);
  }

  private void near(
      CrossKernel.Packed packed, int[] rows, float[] vectors, int[] columns, Each each) {
    CrossKernel.Packed others = kernel.columns(vectors, columns.length, items.store().dimension());
    float[] block = new float[BLOCK * BLOCK];
    int[] hits = new int[BLOCK];
    for (int down = 0; down < rows.length; down += BLOCK) {
      for (int across = 0; across < columns.length; across += BLOCK) {
        kernel.product(packed, down / BLOCK, others, across / BLOCK, block);
        for (int x = 0; x < Math.min(BLOCK, rows.length - down); x++) {
          int found = kernel.within(block, x * BLOCK, below, Float.MAX_VALUE, hits);
          for (int hit = 0; hit < found; hit++) {
            if (across + hits[hit] < columns.length) {
              each.accept(
                  rows[down + x], columns[across + hits[hit]], block[x * BLOCK + hits[hit]]);
            }
          }
        }
      }
    }
  }

  /** Compares some items with all others. */
  private NearRecall recall(Division division) {
    int count = items.count();
    int[] drawn =
        SphericalMeans.strata(count, Math.min(count, SAMPLE), SEED, "measured near duplicates");
    CrossKernel.Packed packed =
        kernel.rows(vectors(drawn), drawn.length, items.store().dimension());
    LongList pairs = new LongList();
    try (Progress.Task task = progress.begin("measuring recall", count, "images")) {
      parallel.forEach(
          (count + PIECE - 1) / PIECE,
          () ->
              piece -> {
                int[] columns = range(piece, count);
                near(
                    packed,
                    drawn,
                    vectors(columns),
                    columns,
                    (a, b, cosine) -> {
                      if (a != b) {
                        synchronized (pairs) {
                          pairs.add(ItemPairs.pair(a, b));
                        }
                      }
                    });
                task.advance(columns.length);
              });
    }
    long[] sorted = pairs.toArray();
    Arrays.sort(sorted);
    int[] asked =
        Arrays.stream(sorted)
            .mapToInt(pair -> Arrays.binarySearch(drawn, (int) (pair >> Integer.SIZE)))
            .toArray();
    return NearRecall.of(
        drawn.length,
        new ClusteredSample(new int[asked.length], new double[] {1}, asked)
            .rate(
                IntStream.range(0, asked.length).toArray(),
                x -> Question.answer(division.shared(drawn[asked[x]], (int) sorted[x]) >= 0)));
  }
}
