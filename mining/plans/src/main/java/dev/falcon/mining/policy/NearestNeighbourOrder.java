// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.policy;

import dev.falcon.data.RandomStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.stream.IntStream;

/**
 * GCBS (Sachidananda et al., 2022, "Global Selection of Contrastive Batches via Optimization on
 * Sample Permutations"): the most similar pairs of the space, above the .999 quantile of S, are the
 * edges of a graph, whose Cuthill–McKee order puts neighbours near each other; batches are
 * consecutive runs of it. It does not guard against false negatives, which are often exactly the
 * edges of this graph, so pairs must be excluded by constraints. It is a cheap global alternative
 * to the chain.
 *
 * <p>A component begins with its sample of least degree, and neighbours follow in ascending degree,
 * ties by the lower index. S is symmetric here: the sum of both directions. Memory: half of that of
 * S, in addition to S.
 *
 * @param quantile the quantile of S above which pairs are joined, in [0, 1]
 */
public record NearestNeighbourOrder(double quantile) implements Grouping {
  /** The paper's quantile. */
  public static final double QUANTILE = 0.999;

  @Override
  public int[] order(GroupingSpace space, RandomStream random) {
    float threshold = threshold(space);
    Graph graph =
        space.graph(
            (sample, row, barred) ->
                IntStream.range(0, row.length)
                    .filter(j -> j != sample && row[j] > threshold)
                    .toArray());
    return cuthillMcKee(graph);
  }

  private float threshold(GroupingSpace space) {
    int size = space.size();
    float[] values = new float[Math.toIntExact((long) size * (size - 1) / 2)];
    int at = 0;
    for (int i = 0; i < size; i++) {
      float[] row = space.rows().apply(i);
      System.arraycopy(row, i + 1, values, at, size - 1 - i);
      at += size - 1 - i;
    }
    if (values.length == 0) {
      return 0;
    }
    Arrays.parallelSort(values);
    return values[(int) Math.rint(quantile * (values.length - 1))];
  }

  static int[] cuthillMcKee(Graph graph) {
    Comparator<Integer> byDegree =
        Comparator.<Integer>comparingInt(graph::degree).thenComparingInt(i -> i);
    int[] starts =
        IntStream.range(0, graph.size())
            .boxed()
            .sorted(byDegree)
            .mapToInt(Integer::intValue)
            .toArray();
    int[] order = new int[graph.size()];
    int count = 0;
    BitSet seen = new BitSet();
    for (int start : starts) {
      if (seen.get(start)) {
        continue;
      }
      Deque<Integer> open = new ArrayDeque<>();
      seen.set(start);
      open.add(start);
      while (!open.isEmpty()) {
        int next = open.remove();
        order[count++] = next;
        IntStream.of(graph.neighbours(next))
            .filter(j -> !seen.get(j))
            .boxed()
            .sorted(byDegree)
            .forEach(
                j -> {
                  seen.set(j);
                  open.add(j);
                });
      }
    }
    return order;
  }

  @Override
  public String toString() {
    return "gcbs";
  }
}
