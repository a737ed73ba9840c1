// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.lists;

import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.SearchDirection;
import java.util.Optional;

/**
 * Gives the contents of items for a trainer: their texts, the paths of their pictures, their
 * scores.
 *
 * @param direction the sides of the queries and of the corpus
 * @param imagePath the pattern of the pictures' paths, in which {@code {key}} stands for the item's
 *     key and {@code {image}} for the key without a caption's number ({@code 17} for {@code 17#0});
 *     empty if pictures are not named
 * @param judged whether a judge's score replaces the cosine
 */
record ListContents(SearchDirection direction, Optional<String> imagePath, boolean judged) {
  /** Returns the text of a query; empty for an image. */
  String queryText(ListedItem query) {
    return text(direction.queries(), query);
  }

  /** Returns the picture of a query; empty for a text. */
  String queryImage(ListedItem query) {
    return image(direction.queries(), query);
  }

  /** Returns the text of an item of the corpus; empty for an image. */
  String text(ListedItem item) {
    return text(direction.corpus(), item);
  }

  /** Returns the picture of an item of the corpus; empty for a text. */
  String image(ListedItem item) {
    return image(direction.corpus(), item);
  }

  /** Returns the value of a query's column: its text, or its picture's path. */
  String query(ListedItem query) {
    return direction.queries() == SearchDirection.Side.TEXT ? queryText(query) : queryImage(query);
  }

  /** Returns the value of an item's column: its text, or its picture's path. */
  String item(ListedItem item) {
    return direction.corpus() == SearchDirection.Side.TEXT ? text(item) : image(item);
  }

  private static String text(SearchDirection.Side side, ListedItem item) {
    return side == SearchDirection.Side.TEXT ? item.text() : "";
  }

  private String image(SearchDirection.Side side, ListedItem item) {
    if (side == SearchDirection.Side.TEXT || imagePath.isEmpty()) {
      return "";
    }
    int number = item.key().lastIndexOf('#');
    String image = number > 0 ? item.key().substring(0, number) : item.key();
    return imagePath.get().replace("{key}", item.key()).replace("{image}", image);
  }

  /** Returns the score of an item. */
  float score(ListedItem item) {
    return judged && !Float.isNaN(item.judged()) ? item.judged() : item.cosine();
  }
}
