package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.LeftOut;
import java.util.Map;

/**
 * Exclusions of one query, before its scores.
 *
 * @param query its number
 * @param positives its known positives, ascending
 * @param excluded singles that are not candidates, including positives, ascending
 * @param bannedGroups groups of items with the same text without any candidate, ascending
 * @param candidates number of remaining items
 * @param leftOut number of excluded ones, by reason
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record QueryFacts(
    int query,
    int[] positives,
    int[] excluded,
    int[] bannedGroups,
    long candidates,
    Map<LeftOut, Long> leftOut) {}
