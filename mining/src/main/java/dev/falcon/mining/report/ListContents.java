package dev.falcon.mining.report;

import dev.falcon.mining.corpus.ListedItem;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.SearchDirection.Side;
import java.util.Optional;

/**
 * An item's content for a trainer: its text, its picture's path, its score.
 *
 * @param direction the sides of the queries and of the corpus
 * @param imagePath pattern of the pictures' paths: {@code {key}} stands for the item's key, {@code
 *     {image}} for the key without a caption's number ({@code 17} of {@code 17#0}); empty where
 *     pictures are not named
 * @param judged whether a judge's score replaces the cosine
 */
record ListContents(SearchDirection direction, Optional<String> imagePath, boolean judged) {
  /** The text of a query; empty for an image. */
  String queryText(ListedItem query) {
    return text(direction.queries(), query);
  }

  /** The picture of a query; empty for a text. */
  String queryImage(ListedItem query) {
    return image(direction.queries(), query);
  }

  /** The text of an item of the corpus; empty for an image. */
  String text(ListedItem item) {
    return text(direction.corpus(), item);
  }

  /** The picture of an item of the corpus; empty for a text. */
  String image(ListedItem item) {
    return image(direction.corpus(), item);
  }

  /** The value of a query's column: its text, or its picture's path. */
  String query(ListedItem query) {
    return direction.queries() == Side.TEXT ? queryText(query) : queryImage(query);
  }

  /** The value of an item's column: its text, or its picture's path. */
  String item(ListedItem item) {
    return direction.corpus() == Side.TEXT ? text(item) : image(item);
  }

  private static String text(Side side, ListedItem item) {
    return side == Side.TEXT ? item.text() : "";
  }

  private String image(Side side, ListedItem item) {
    if (side == Side.TEXT || imagePath.isEmpty()) {
      return "";
    }
    int number = item.key().lastIndexOf('#');
    String image = number > 0 ? item.key().substring(0, number) : item.key();
    return imagePath.get().replace("{key}", item.key()).replace("{image}", image);
  }

  /** The score of an item. */
  float score(ListedItem item) {
    return judged && !Float.isNaN(item.judged()) ? item.judged() : item.cosine();
  }
}
