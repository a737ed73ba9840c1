package dev.falcon.mining.corpus;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * An item of a list.
 *
 * @param row of its store
 * @param key its key
 * @param caption its row's caption
 * @param cosine its similarity to the query, in [-1, 1]; 1 of the query itself
 * @param judged the judge's score of it with the query; NaN without one
 * @param rank among the candidates, including filtered ones, the nearest 0; empty for positives and
 *     for randomly drawn items
 */
public record ListedItem(
    long row, String key, Optional<String> caption, float cosine, float judged, OptionalInt rank) {
  /** The caption, or the empty text. */
  public String text() {
    return caption.orElse("");
  }
}
