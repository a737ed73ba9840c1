// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal.cluster;

import dev.falcon.kernels.CrossKernel;
import dev.falcon.kernels.Kernels;
import dev.falcon.kernels.Keys;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The centroids of clusters, vectors of unit length, in groups that have a centroid each: a vector
 * is compared with those of the groups, and then with the members of the nearest groups. Safe to
 * use from many threads.
 *
 * <p>Memory: the vectors twice.
 */
public final class Centroids {
  private static final int BLOCK = CrossKernel.BLOCK;
  private static final int AT_ONCE = 8 * BLOCK;

  private final CrossKernel kernel = Kernels.cross();
  private final float[] groups; // [groups x dimension]
  private final int[] starts; // the first member of each group, and the number of all
  private final float[] values; // [count x dimension]
  private final int dimension;
  private final CrossKernel.Packed heads;
  private final CrossKernel.Packed[] members;

  /**
   * Creates centroids.
   *
   * @param groups the centroids of groups, [groups x dimension]
   * @param starts the first member of each group, ascending, and the number of all
   * @param values the centroids of clusters, group by group, [count x dimension]
   */
  Centroids(float[] groups, int[] starts, float[] values, int dimension) {
    this.groups = groups;
    this.starts = starts;
    this.values = values;
    this.dimension = dimension;
    this.heads = kernel.columns(groups, groups(), dimension);
    this.members = new CrossKernel.Packed[groups()];
    Arrays.setAll(
        members,
        g ->
            kernel.columns(
                Arrays.copyOfRange(values, starts[g] * dimension, starts[g + 1] * dimension),
                size(g),
                dimension));
  }

  /** Returns centroids of clusters in one group. */
  static Centroids ungrouped(float[] values, int dimension) {
    int[] starts = {0, values.length / dimension};
    return new Centroids(new float[dimension], starts, values, dimension);
  }

  /** Receives clusters of an item, and its scores with their centroids. */
  @FunctionalInterface
  public interface Each {
    void accept(int item, int[] clusters, float[] scores);
  }

  /** Returns the centroids of groups, [groups x dimension]. */
  float[] groupValues() {
    return groups;
  }

  /** Returns the first member of each group, and the number of all. */
  int[] starts() {
    return starts;
  }

  /** Returns the vectors, [count x dimension]. */
  public float[] values() {
    return values;
  }

  public int count() {
    return starts[groups()];
  }

  /** Returns the number of groups. */
  public int groups() {
    return starts.length - 1;
  }

  public int dimension() {
    return dimension;
  }

  private int size(int group) {
    return starts[group + 1] - starts[group];
  }

  /**
   * Computes the scores of items with the centroids of the nearest groups; if an item has several
   * vectors, the highest.
   *
   * @param vectors the vectors of the items // [vectors][items x dimension]
   * @param each receives the scores of every item in order; some or all of those that do not matter
   *     to the rule are left out, none for a rule without a limit, whose clusters ascend
   */
  public void scores(float[][] vectors, ProbeRule rule, Each each) {
    int items = vectors[0].length / dimension;
    Blocks blocks = new Blocks(vectors.length);
    int[] hits = new int[BLOCK];
    for (int first = 0; first < items; first += AT_ONCE) {
      int[] some = range(first, Math.min(items, first + AT_ONCE));
      int[][] groupsOf = nearest(vectors, some, rule.groups(), blocks);
      ProbeRule.Near[] near = new ProbeRule.Near[some.length];
      Arrays.setAll(near, x -> new ProbeRule.Near(rule, members(groupsOf[x])));
      byGroup(
          vectors,
          some,
          groupsOf,
          blocks,
          (x, cluster, at, columns) ->
              near[x].take(kernel, blocks.values, at, columns, cluster, hits));
      for (int x = 0; x < some.length; x++) {
        each.accept(some[x], near[x].clusters(), near[x].scores());
      }
    }
  }

  /**
   * Returns the cluster of each of some vectors: that of the nearest centroid in the nearest
   * groups; of equal scores, the first.
   *
   * @param vectors the vectors, [count x dimension]
   * @param near the number of groups, at least 1; all if there are fewer
   */
  public int[] nearest(float[] vectors, int near) {
    int[] nearest = new int[vectors.length / dimension];
    float[] best = new float[nearest.length];
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
    Blocks blocks = new Blocks(1);
    int[] higher = new int[BLOCK];
    float[][] one = {vectors};
    for (int first = 0; first < nearest.length; first += AT_ONCE) {
      int[] some = range(first, Math.min(nearest.length, first + AT_ONCE));
      byGroup(
          one,
          some,
          nearest(one, some, near, blocks),
          blocks,
          (x, cluster, at, columns) -> {
            float[] block = blocks.values;
            int count = kernel.within(block, at, best[some[x]], Float.POSITIVE_INFINITY, higher);
            for (int h = 0; h < count; h++) {
              int c = cluster + higher[h];
              float score = block[at + higher[h]] + 0f;
              boolean nearer = score > best[some[x]] || c < nearest[some[x]];
              if (higher[h] < columns && score >= best[some[x]] && nearer) {
                best[some[x]] = score;
                nearest[some[x]] = c;
              }
            }
          });
    }
    return nearest;
  }

  private static int[] range(int first, int end) {
    return IntStream.range(first, end).toArray();
  }

  /** The products of a thread. */
  private static final class Blocks {
    private final float[] values = new float[BLOCK * BLOCK];
    private final float[] others; // of a further vector

    Blocks(int vectors) {
      this.others = new float[vectors == 1 ? 0 : BLOCK * BLOCK];
    }
  }

  /** Receives scores of an item with some centroids. */
  private interface Row {
    /**
     * Receives scores.
     *
     * @param x the item's place among those that are compared
     * @param first the first of the centroids
     * @param at the place of its score in the block
     */
    void accept(int x, int first, int at, int columns);
  }

  /** Computes the scores of some items with the members of their groups, group by group. */
  private void byGroup(float[][] vectors, int[] some, int[][] groupsOf, Blocks blocks, Row each) {
    int[] seen = new int[some.length]; // of groupsOf
    int[] here = new int[some.length];
    for (int g = 0; g < groups(); g++) {
      int count = 0;
      for (int x = 0; x < some.length; x++) {
        here[count] = x;
        count += seen[x] < groupsOf[x].length && groupsOf[x][seen[x]] == g ? 1 : 0;
      }
      if (count == 0) {
        continue;
      }
      int[] rows = new int[count];
      for (int r = 0; r < count; r++) {
        rows[r] = some[here[r]];
        seen[here[r]]++;
      }
      int start = starts[g];
      multiply(
          vectors,
          rows,
          members[g],
          size(g),
          blocks,
          (r, column, at, columns) -> each.accept(here[r], start + column, at, columns));
    }
  }

  private int members(int[] some) {
    return Arrays.stream(some).map(this::size).sum();
  }

  /** Returns the nearest groups of items, ascending. */
  private int[][] nearest(float[][] vectors, int[] items, int near, Blocks blocks) {
    int[][] nearest = new int[items.length][];
    if (near >= groups()) {
      Arrays.fill(nearest, range(0, groups()));
      return nearest;
    }
    float[][] scores = new float[items.length][groups()];
    multiply(
        vectors,
        items,
        heads,
        groups(),
        blocks,
        (x, column, at, columns) ->
            System.arraycopy(blocks.values, at, scores[x], column, columns));
    long[] keys = new long[groups()];
    for (int x = 0; x < items.length; x++) {
      float[] row = scores[x];
      Arrays.setAll(keys, g -> ProbeRule.key(row[g], g));
      int from = keys.length - near;
      Keys.select(keys, keys.length, from);
      nearest[x] =
          Arrays.stream(keys, from, keys.length).mapToInt(ProbeRule::cluster).sorted().toArray();
    }
    return nearest;
  }

  /** Computes the scores of some items, the highest of their vectors', with columns. */
  private void multiply(
      float[][] vectors,
      int[] rows,
      CrossKernel.Packed columns,
      int count,
      Blocks blocks,
      Row each) {
    CrossKernel.Packed[] packed = new CrossKernel.Packed[vectors.length];
    Arrays.setAll(packed, n -> kernel.rows(vectors[n], rows, dimension));
    for (int column = 0; column < count; column += BLOCK) {
      for (int row = 0; row < rows.length; row += BLOCK) {
        kernel.product(packed[0], row / BLOCK, columns, column / BLOCK, blocks.values);
        for (int n = 1; n < packed.length; n++) {
          kernel.product(packed[n], row / BLOCK, columns, column / BLOCK, blocks.others);
          for (int x = 0; x < BLOCK * BLOCK; x++) {
            blocks.values[x] = Math.max(blocks.values[x], blocks.others[x]);
          }
        }
        for (int r = row; r < Math.min(rows.length, row + BLOCK); r++) {
          each.accept(r, column, (r - row) * BLOCK, Math.min(BLOCK, count - column));
        }
      }
    }
  }
}
