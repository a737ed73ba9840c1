// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.matcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Divides pairs into runs of a matcher. If the graph accepts one picture for all captions, a
 * picture with enough pairs gets separate runs, and the remaining pairs are mixed. Captions of
 * similar length are grouped to reduce padding.
 */
public final class PairRuns {
  private final int mostPairs;
  private final int leastShared;

  /**
   * One run.
   *
   * @param pairs the indices of the pairs
   * @param shared whether all pairs have the same picture, which is then passed once
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Run(int[] pairs, boolean shared) {}

  /**
   * @param mostPairs the maximum number of pairs per run
   * @param leastShared the minimum number of pairs of one picture for a separate run; above {@code
   *     mostPairs} if the graph cannot share a picture
   */
  public PairRuns(int mostPairs, int leastShared) {
    this.mostPairs = mostPairs;
    this.leastShared = leastShared;
  }

  /**
   * Returns the runs, which depend only on the arguments.
   *
   * @param imageOfPair the index of each pair's picture {@code // [pairs]}
   * @param lengthOfPair the number of tokens of each pair's caption {@code // [pairs]}
   */
  public List<Run> of(int[] imageOfPair, int[] lengthOfPair) {
    List<Run> runs = new ArrayList<>();
    int[] order = sorted(imageOfPair, lengthOfPair);
    int[] left = new int[order.length];
    int leftCount = 0;
    int start = 0;
    while (start < order.length) {
      int end = start;
      while (end < order.length && imageOfPair[order[end]] == imageOfPair[order[start]]) {
        end++;
      }
      int at = start;
      while (end - at >= leastShared) {
        int next = Math.min(end, at + mostPairs);
        runs.add(new Run(Arrays.copyOfRange(order, at, next), true));
        at = next;
      }
      while (at < end) {
        left[leftCount++] = order[at++];
      }
      start = end;
    }
    addMixed(Arrays.copyOf(left, leftCount), lengthOfPair, runs);
    return runs;
  }

  private void addMixed(int[] pairs, int[] lengthOfPair, List<Run> runs) {
    int[] lengths = Arrays.stream(pairs).map(pair -> lengthOfPair[pair]).toArray();
    int[] order = sorted(lengths, new int[lengths.length]);
    for (int at = 0; at < order.length; at += mostPairs) {
      int[] some = Arrays.copyOfRange(order, at, Math.min(order.length, at + mostPairs));
      Arrays.setAll(some, i -> pairs[some[i]]);
      runs.add(new Run(some, false));
    }
  }

  /** Returns indices sorted by the first key, then the second, then the index. */
  private static int[] sorted(int[] first, int[] second) {
    return IntStream.range(0, first.length)
        .boxed()
        .sorted(
            (a, b) ->
                first[a] != first[b]
                    ? Integer.compare(first[a], first[b])
                    : Integer.compare(second[a], second[b]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
