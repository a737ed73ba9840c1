package dev.falcon.mining.corpus.internal;

/**
 * The list of a query as items.
 *
 * @param positives its positives, or the one whose list it is
 * @param positiveCosines cosines of the positives
 * @param positiveJudged a judge's scores of the positives, NaN for none
 * @param items the negatives
 * @param cosines of the negatives
 * @param judged a judge's scores of them, NaN where there is none
 * @param ranks among the candidates, the nearest 0; {@link #DRAWN} for random ones
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
