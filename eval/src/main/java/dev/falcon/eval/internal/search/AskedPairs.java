// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.internal.search;

import dev.falcon.eval.metric.Relevance;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * The right answers of one direction's queries. A query without one is not judged.
 *
 * @param relevance the right answers in the gallery
 * @param outside the number of a query's right answers that the gallery lacks, which no ranking can
 *     find
 * @param grades a query's grades by candidate, those of answers that the gallery lacks under
 *     negative numbers; empty without grades
 */
public record AskedPairs(
    Relevance relevance, IntUnaryOperator outside, IntFunction<Map<Integer, Double>> grades) {
  /** Returns answers that are all in the gallery, without grades. */
  public static AskedPairs of(Relevance relevance) {
    return new AskedPairs(relevance, query -> 0, query -> Map.of());
  }
}
