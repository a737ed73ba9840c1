// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * An item of a list.
 *
 * @param row the item's row in its store
 * @param key the item's key
 * @param caption the caption of that row
 * @param cosine the item's cosine with the query, in [-1, 1]; 1 for the query itself
 * @param judged the judge's score of the item with the query; NaN without one
 * @param rank the item's rank among the candidates, including filtered ones, from 0 for the
 *     nearest; empty for positives and for randomly drawn items
 */
public record ListedItem(
    long row, String key, Optional<String> caption, float cosine, float judged, OptionalInt rank) {
  /** Returns the caption, or the empty text if there is none. */
  public String text() {
    return caption.orElse("");
  }
}
