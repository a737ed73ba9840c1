package dev.falcon.mining.corpus.internal;

/**
 * A query with a bound: one per query or, if every positive has its own bound, one per positive.
 *
 * @param facts of the query
 * @param positive the positive whose list it is; {@link CorpusItems#NONE} for all
 * @param bound the greatest score that the margin leaves
 */
record Asker(QueryFacts facts, int positive, float bound) {}
