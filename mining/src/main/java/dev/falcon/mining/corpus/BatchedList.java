package dev.falcon.mining.corpus;

import java.util.Arrays;

/**
 * A list by the items of its query and its documents.
 *
 * @param query the query's item
 * @param positives the positives' items in the corpus
 * @param negatives the negatives' items in the corpus
 * @param bound the greatest similarity to the query with which a document is not suspected to match
 *     it
 * @param firstRow the list's first row in its file
 * @param rows the number of its rows
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BatchedList(
    int query, int[] positives, int[] negatives, float bound, long firstRow, int rows) {
  /** Returns the positives, then the negatives. */
  int[] documents() {
    int[] documents = Arrays.copyOf(positives, positives.length + negatives.length);
    System.arraycopy(negatives, 0, documents, positives.length, negatives.length);
    return documents;
  }
}
