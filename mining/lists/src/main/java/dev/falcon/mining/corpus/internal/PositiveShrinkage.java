// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.ListFilters;
import java.util.Arrays;

/**
 * The mean own similarity, towards which a margin with an own weight shrinks each own similarity.
 * It is the mean, over all queries with a positive, of the similarity to the positive to which the
 * margin refers; with a list for each positive, the mean over all positives.
 */
public final class PositiveShrinkage {
  private static final int QUERIES_AT_ONCE = 1024;

  private PositiveShrinkage() {}

  /** Returns the request with that mean if its margin needs one. */
  public static CorpusRequest in(CorpusRequest request, PreparedRequest prepared) {
    ListFilters filters = request.filters();
    return filters.shrinks()
        ? request.with(filters.around(of(filters, prepared.exclusions())))
        : request;
  }

  private static double of(ListFilters filters, Exclusions exclusions) {
    double sum = 0;
    long count = 0;
    int all = exclusions.queries().count();
    for (int first = 0; first < all; first += QUERIES_AT_ONCE) {
      int[] queries = new int[Math.min(all - first, QUERIES_AT_ONCE)];
      int[][] positives = new int[queries.length][];
      for (int x = 0; x < queries.length; x++) {
        queries[x] = first + x;
        positives[x] = exclusions.positives(queries[x]);
      }
      PairCosines.OfLists scores =
          new PairCosines.OfLists(
              exclusions.queries().read(queries), positives, exclusions.corpus());
      for (int x = 0; x < queries.length; x++) {
        for (float reference : references(filters, scores.of(x))) {
          sum += reference;
          count++;
        }
      }
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  private static float[] references(ListFilters filters, float[] own) {
    if (own.length == 0 || filters.each()) {
      return own;
    }
    float[] ascending = own.clone();
    Arrays.sort(ascending);
    return new float[] {filters.reference(ascending[0], ascending[own.length - 1])};
  }
}
