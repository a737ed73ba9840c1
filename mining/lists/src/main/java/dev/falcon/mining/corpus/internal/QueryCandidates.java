// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

/**
 * The result of a search for one query, or for one positive of a query.
 *
 * @param query the query's item
 * @param positive the positive to which the list belongs; {@link CorpusItems#NONE} for all
 *     positives
 * @param items the candidates, the nearest first
 * @param scores the candidates' cosines
 * @param positives the known positives of the query, ascending
 * @param positiveScores the positives' cosines
 * @param nearer the number of items that are nearer than the first candidate but above a bound
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record QueryCandidates(
    int query,
    int positive,
    int[] items,
    float[] scores,
    int[] positives,
    float[] positiveScores,
    long nearer) {
  /** Returns the same result with another number of the query. */
  QueryCandidates of(int number) {
    return new QueryCandidates(number, positive, items, scores, positives, positiveScores, nearer);
  }
}
