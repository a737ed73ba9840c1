package dev.falcon.mining.corpus;

import java.util.List;

/**
 * The negatives of a query.
 *
 * @param query the query
 * @param positives its known positives, or the one whose list this is
 * @param negatives in order
 */
public record MinedList(ListedItem query, List<ListedItem> positives, List<ListedItem> negatives) {
  public MinedList {
    positives = List.copyOf(positives);
    negatives = List.copyOf(negatives);
  }
}
