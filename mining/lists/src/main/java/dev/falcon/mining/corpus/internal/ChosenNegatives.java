// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

/**
 * The list of a query, by items.
 *
 * @param positives the query's positives, or the one to which the list belongs
 * @param positiveCosines the cosines of the positives
 * @param positiveJudged a judge's scores of the positives; NaN for none
 * @param items the negatives
 * @param cosines the cosines of the negatives
 * @param judged a judge's scores of the negatives; NaN for none
 * @param ranks the ranks of the negatives among the candidates, from 0 for the nearest; {@link
 *     #DRAWN} for random ones
 * @param bound the greatest score that the margin allows, which refers to all positives of the
 *     query's text; +∞ without one
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ChosenNegatives(
    int[] positives,
    float[] positiveCosines,
    float[] positiveJudged,
    int[] items,
    float[] cosines,
    float[] judged,
    int[] ranks,
    float bound) {
  /** The rank of a random item that fills a list. */
  static final int DRAWN = -1;

  /** Returns the list with some of its positives only. */
  ChosenNegatives withPositives(int[] kept) {
    int[] some = new int[kept.length];
    float[] itsCosines = new float[kept.length];
    float[] itsJudged = new float[kept.length];
    for (int x = 0; x < kept.length; x++) {
      some[x] = positives[kept[x]];
      itsCosines[x] = positiveCosines[kept[x]];
      itsJudged[x] = positiveJudged[kept[x]];
    }
    return new ChosenNegatives(some, itsCosines, itsJudged, items, cosines, judged, ranks, bound);
  }
}
