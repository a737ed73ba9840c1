// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus.internal;

import dev.falcon.mining.corpus.ExclusionReason;
import java.util.Map;

/**
 * The exclusions of one query that do not depend on scores.
 *
 * @param query the query's number
 * @param positives the query's known positives, ascending
 * @param excluded the singles that are not candidates, including positives, ascending
 * @param bannedGroups the groups of items with the same text that have no candidate, ascending
 * @param candidates the number of remaining items
 * @param leftOut the number of excluded items, by reason
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record QueryFacts(
    int query,
    int[] positives,
    int[] excluded,
    int[] bannedGroups,
    long candidates,
    Map<ExclusionReason, Long> leftOut) {
  /** Returns the same exclusions of another query, which shares the arrays. */
  QueryFacts of(int other) {
    return new QueryFacts(other, positives, excluded, bannedGroups, candidates, leftOut);
  }
}
