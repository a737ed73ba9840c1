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

  /** Receives a vector's clusters, ascending, and its scores with their centroids. */
  @FunctionalInterface
  public interface Each {
    void accept(int vector, int[] clusters, float[] scores);
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
   * @param near the number of groups, at least 1; all if there are fewer
   * @param each receives the scores of every item in order
   */
  public void scores(float[][] vectors, int near, Each each) {
    int items = vectors[0].length / dimension;
    float[] block = new float[BLOCK * BLOCK];
    for (int first = 0; first < items; first += AT_ONCE) {
      int[] some = range(first, Math.min(items, first + AT_ONCE));
      int[][] groupsOf = nearest(vectors, some, near, block);
      int[][] clusters = new int[some.length][];
      float[][] scores = new float[some.length][];
      for (int x = 0; x < some.length; x++) {
        clusters[x] = members(groupsOf[x]);
        scores[x] = new float[clusters[x].length];
      }
      byGroup(
          vectors,
          some,
          groupsOf,
          block,
          (vector, x, group, before, column, at, columns) ->
              take(vector, scores[x], before + column, block, at, columns));
      for (int x = 0; x < some.length; x++) {
        each.accept(some[x], clusters[x], scores[x]);
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
    float[] block = new float[BLOCK * BLOCK];
    int[] higher = new int[BLOCK];
    float[][] one = {vectors};
    for (int first = 0; first < nearest.length; first += AT_ONCE) {
      int[] some = range(first, Math.min(nearest.length, first + AT_ONCE));
      byGroup(
          one,
          some,
          nearest(one, some, near, block),
          block,
          (vector, x, group, before, column, at, columns) -> {
            int count = kernel.within(block, at, best[some[x]], Float.POSITIVE_INFINITY, higher);
            for (int h = 0; h < count; h++) {
              int c = starts[group] + column + higher[h];
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

  /** Receives scores of an item with some members of a group. */
  private interface GroupRow {
    /**
     * Receives scores.
     *
     * @param x the item's place among those that are compared
     * @param before the number of members of the item's groups before this one
     * @param column the first of the members, within the group
     * @param at the place of its score in the block
     */
    void accept(int vector, int x, int group, int before, int column, int at, int columns);
  }

  /** Computes the scores of some items with the members of their groups, group by group. */
  private void byGroup(
      float[][] vectors, int[] some, int[][] groupsOf, float[] block, GroupRow each) {
    int[] seen = new int[some.length]; // of groupsOf
    int[] before = new int[some.length];
    int[] here = new int[some.length];
    for (int g = 0; g < groups(); g++) {
      int group = g;
      int count = 0;
      for (int x = 0; x < some.length; x++) {
        here[count] = x;
        count += seen[x] < groupsOf[x].length && groupsOf[x][seen[x]] == group ? 1 : 0;
      }
      if (count == 0) {
        continue;
      }
      int[] rows = new int[count];
      for (int r = 0; r < count; r++) {
        rows[r] = some[here[r]];
      }
      multiply(
          vectors,
          rows,
          members[group],
          size(group),
          block,
          (vector, r, column, at, columns) ->
              each.accept(vector, here[r], group, before[here[r]], column, at, columns));
      for (int r = 0; r < count; r++) {
        seen[here[r]]++;
        before[here[r]] += size(group);
      }
    }
  }

  private int[] members(int[] some) {
    int count = 0;
    for (int group : some) {
      count += size(group);
    }
    int[] members = new int[count];
    int at = 0;
    for (int group : some) {
      for (int member = starts[group]; member < starts[group + 1]; member++) {
        members[at++] = member;
      }
    }
    return members;
  }

  /** Returns the nearest groups of items, ascending. */
  private int[][] nearest(float[][] vectors, int[] items, int near, float[] block) {
    int[][] nearest = new int[items.length][];
    if (near >= groups()) {
      Arrays.fill(nearest, IntStream.range(0, groups()).toArray());
      return nearest;
    }
    float[][] scores = new float[items.length][groups()];
    multiply(
        vectors,
        items,
        heads,
        groups(),
        block,
        (vector, x, column, at, columns) -> take(vector, scores[x], column, block, at, columns));
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

  /** Receives the scores of one of a row's vectors from a column on. */
  private interface Row {
    void accept(int vector, int row, int column, int at, int columns);
  }

  private void multiply(
      float[][] vectors,
      int[] rows,
      CrossKernel.Packed columns,
      int count,
      float[] block,
      Row each) {
    for (int vector = 0; vector < vectors.length; vector++) {
      CrossKernel.Packed packed = kernel.rows(vectors[vector], rows, dimension);
      for (int column = 0; column < count; column += BLOCK) {
        for (int row = 0; row < rows.length; row += BLOCK) {
          kernel.product(packed, row / BLOCK, columns, column / BLOCK, block);
          for (int r = row; r < Math.min(rows.length, row + BLOCK); r++) {
            each.accept(vector, r, column, (r - row) * BLOCK, Math.min(BLOCK, count - column));
          }
        }
      }
    }
  }

  /** Takes scores of an item's first vector, and of others those that are higher. */
  private static void take(
      int vector, float[] scores, int from, float[] block, int at, int columns) {
    if (vector == 0) {
      System.arraycopy(block, at, scores, from, columns);
      return;
    }
    for (int j = 0; j < columns; j++) {
      scores[from + j] = Math.max(scores[from + j], block[at + j]);
    }
  }
}
