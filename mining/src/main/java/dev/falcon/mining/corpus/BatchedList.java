package dev.falcon.mining.corpus;

import java.util.Arrays;

/**
 * A list as its documents.
 *
 * @param query the query's item
 * @param positives items of the corpus
 * @param negatives items of the corpus
 * @param bound the greatest similarity of a document to the query that is not suspected to match it
 * @param firstRow the list's first row in its file
 * @param rows number of its rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BatchedList(
    int query, int[] positives, int[] negatives, float bound, long firstRow, int rows) {
  /** Positives, then negatives. */
  int[] documents() {
    int[] documents = Arrays.copyOf(positives, positives.length + negatives.length);
    System.arraycopy(negatives, 0, documents, positives.length, negatives.length);
    return documents;
  }
}
