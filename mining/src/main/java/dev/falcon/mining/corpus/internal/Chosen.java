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
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Chosen(
    int[] positives,
    float[] positiveCosines,
    float[] positiveJudged,
    int[] items,
    float[] cosines,
    float[] judged,
    int[] ranks) {
  /** The rank of a random item that fills a list. */
  static final int DRAWN = -1;
}
