package dev.falcon.mining.corpus.internal;

/**
 * The result of a search for one query, or for one positive of a query.
 *
 * @param query the query's item
 * @param positive the positive whose list it is; {@link CorpusItems#NONE} for all
 * @param items candidates, the nearest first
 * @param scores their cosines
 * @param positives known positives of the query, ascending
 * @param positiveScores their cosines
 * @param nearer number of candidates that are nearer than the first but above a bound
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Found(
    int query,
    int positive,
    int[] items,
    float[] scores,
    int[] positives,
    float[] positiveScores,
    long nearer) {}
