// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import java.util.List;

/**
 * A query with its negatives.
 *
 * @param query the query
 * @param positives the query's known positives, or the one to which this list belongs
 * @param negatives the negatives, in the order of the list
 * @param bound the greatest score that the margin allows a negative; +∞ without a margin
 */
public record MinedList(
    ListedItem query, List<ListedItem> positives, List<ListedItem> negatives, float bound) {
  public MinedList {
    positives = List.copyOf(positives);
    negatives = List.copyOf(negatives);
  }
}
