// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import dev.falcon.data.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * B3 (Thirukovalluru et al., 2025, "Breaking the Batch Barrier of Contrastive Learning via Smart
 * Batch Mining"): every sample is joined with the samples of ranks p + 1 to p + m in its row of S;
 * the graph is divided into communities of K samples with as many internal edges as possible; the
 * communities are shuffled and concatenated to batches. The p skipped ranks guard against false
 * negatives. Their number is fixed: too small for a vague caption and too large for a specific one.
 *
 * <p>The paper divides the graph with METIS. Here a community starts with the free sample that has
 * the fewest free neighbours, and grows by the sample with the most edges into it (ties: the most
 * similar to a member, then the lower index). Samples are then swapped between communities as long
 * as the number of internal edges grows. Memory: one bit per pair, and the number of edges of each
 * sample into each community.
 *
 * @param skipped p, the number of skipped ranks, at least 0
 * @param joined m, the number of joined ranks, at least 1
 * @param community K, the number of samples of a community, at least 2
 */
public record Communities(int skipped, int joined, int community) implements Grouping {
  /** The default of m, from the names of the paper's published runs. */
  public static final int JOINED = 100;

  /** The default of K, that of the paper's code. */
  public static final int COMMUNITY = 32;

  private static final int MOST_PASSES = 20;

  public Communities {
    if (skipped < 0 || joined < 1 || community < 2) {
      throw new RequestException(
          "b3 skips at least 0 ranks, joins at least 1 and has communities of 2 or more; p="
              + skipped
              + ", m="
              + joined
              + ", K="
              + community);
    }
  }

  @Override
  public int[] order(GroupingSpace space, RandomStream random) {
    List<int[]> groups = new ArrayList<>(divide(space));
    for (int last = groups.size() - 1; last > 0; last--) {
      Collections.swap(groups, last, random.nextInt(last + 1));
    }
    return groups.stream().flatMapToInt(Arrays::stream).toArray();
  }

  /** Returns the communities, each in ascending order. */
  List<int[]> divide(GroupingSpace space) {
    Graph graph = space.graph((sample, row, barred) -> ranked(sample, row));
    int[] group = grown(graph, space);
    int groups = (graph.size() + community - 1) / community;
    improve(graph, group, groups);
    List<int[]> divided = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      int number = g;
      divided.add(IntStream.range(0, group.length).filter(i -> group[i] == number).toArray());
    }
    return divided;
  }

  /**
   * Returns the samples of ranks p + 1 to p + m, the most similar first; of equally similar ones
   * the lower index comes first.
   */
  private int[] ranked(int sample, float[] row) {
    long[] keys = new long[row.length - 1];
    for (int j = 0; j < row.length; j++) {
      if (j != sample) {
        int bits = Float.floatToRawIntBits(row[j]);
        int rising = bits ^ ((bits >> (Integer.SIZE - 1)) & Integer.MAX_VALUE);
        keys[j < sample ? j : j - 1] = ((long) ~rising << Integer.SIZE) | j;
      }
    }
    Arrays.sort(keys);
    return Arrays.stream(keys).skip(skipped).limit(joined).mapToInt(key -> (int) key).toArray();
  }

  private int[] grown(Graph graph, GroupingSpace space) {
    int size = graph.size();
    int[] group = new int[size];
    BitSet free = new BitSet(size);
    free.set(0, size);
    for (int g = 0; !free.isEmpty(); g++) {
      int[] inside = new int[size];
      float[] nearest = new float[size];
      Arrays.fill(nearest, Float.NEGATIVE_INFINITY);
      int next = loneliest(graph, free);
      for (int member = 0; member < community && next >= 0; member++) {
        group[next] = g;
        free.clear(next);
        for (int j : graph.neighbours(next)) {
          inside[j]++;
        }
        float[] row = space.rows().apply(next);
        for (int j = 0; j < size; j++) {
          nearest[j] = Math.max(nearest[j], row[j]);
        }
        next = closest(free, inside, nearest);
      }
    }
    return group;
  }

  private static int loneliest(Graph graph, BitSet free) {
    int best = -1;
    int fewest = Integer.MAX_VALUE;
    for (int i = free.nextSetBit(0); i >= 0; i = free.nextSetBit(i + 1)) {
      int degree = graph.degree(i, free);
      if (degree < fewest) {
        best = i;
        fewest = degree;
      }
    }
    return best;
  }

  private static int closest(BitSet free, int[] inside, float[] nearest) {
    int best = -1;
    for (int i = free.nextSetBit(0); i >= 0; i = free.nextSetBit(i + 1)) {
      if (best < 0
          || inside[i] > inside[best]
          || (inside[i] == inside[best] && nearest[i] > nearest[best])) {
        best = i;
      }
    }
    return best;
  }

  /** Swaps pairs of samples that add internal edges, until no swap adds any. */
  private static void improve(Graph graph, int[] group, int groups) {
    int size = graph.size();
    int[][] into = new int[size][groups];
    for (int i = 0; i < size; i++) {
      for (int j : graph.neighbours(i)) {
        into[i][group[j]]++;
      }
    }
    boolean gained = true;
    for (int pass = 0; gained && pass < MOST_PASSES; pass++) {
      gained = false;
      for (int i = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++) {
          int gain =
              into[i][group[j]]
                  - into[i][group[i]]
                  + into[j][group[i]]
                  - into[j][group[j]]
                  - (graph.joined(i, j) ? 2 : 0);
          if (group[i] != group[j] && gain > 0) {
            swap(graph, group, into, i, j);
            gained = true;
          }
        }
      }
    }
  }

  private static void swap(Graph graph, int[] group, int[][] into, int i, int j) {
    for (int k : graph.neighbours(i)) {
      into[k][group[i]]--;
      into[k][group[j]]++;
    }
    for (int k : graph.neighbours(j)) {
      into[k][group[j]]--;
      into[k][group[i]]++;
    }
    int moved = group[i];
    group[i] = group[j];
    group[j] = moved;
  }

  @Override
  public String toString() {
    return "b3:" + skipped;
  }
}
