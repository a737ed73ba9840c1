// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import dev.falcon.eval.compositional.score.ItemShape;
import java.util.List;
import java.util.Optional;

/**
 * Pairs of images and captions that are judged together.
 *
 * @param id the item's name, unique in its suite
 * @param subset the subset that is reported apart; empty if the suite has none
 * @param set the items that must all be right together; empty if the suite has none
 * @param pair the items of a set that are also asked for two by two; empty if the suite has none
 * @param weight the item's weight in shares, above 0
 * @param pictures the numbers of its pictures in the suite
 * @param texts the numbers of its captions in the suite
 * @param shape which captions are true of which pictures
 * @param scores the scores that the table gives, by the shape's positions; empty if a model scores
 */
public record SuiteItem(
    String id,
    String subset,
    Optional<String> set,
    Optional<String> pair,
    double weight,
    List<Integer> pictures,
    List<Integer> texts,
    ItemShape shape,
    List<Float> scores) {
  public SuiteItem {
    pictures = List.copyOf(pictures);
    texts = List.copyOf(texts);
    scores = List.copyOf(scores);
  }
}
