// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.eval.compositional.score.Contest;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.score.TieRule;
import dev.falcon.eval.compositional.suite.SuiteItem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An item with its scores and decisions.
 *
 * @param item the item
 * @param protocol the protocol by which it is right or wrong
 * @param scores its scores, by the positions of its shape
 * @param main the decision
 * @param official the decision by the suite's own rule for ties
 * @param decisions the decisions of all protocols whose shape the item has
 * @param shorterCaption whether always taking the shortest caption is right; empty if the item does
 *     not ask for a caption
 * @param meanImage whether taking the caption nearest to the mean of all images is right; empty
 *     without vectors
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ItemOutcome(
    SuiteItem item,
    ItemProtocol protocol,
    float[] scores,
    Judgement main,
    boolean official,
    Map<ItemProtocol, Judgement> decisions,
    Optional<Boolean> shorterCaption,
    Optional<Boolean> meanImage) {
  /**
   * Decides an item.
   *
   * @param amongCaptions the scores of its captions with each other; empty without vectors
   */
  static ItemOutcome of(
      SuiteItem item,
      ItemProtocol protocol,
      TieRule ties,
      float[] scores,
      Optional<float[]> amongCaptions,
      Optional<Boolean> shorterCaption,
      Optional<Boolean> meanImage) {
    Map<ItemProtocol, Judgement> decisions = new EnumMap<>(ItemProtocol.class);
    for (ItemProtocol each :
        List.of(ItemProtocol.CAPTION, ItemProtocol.IMAGE, ItemProtocol.GROUP)) {
      List<Contest> contests = item.shape().contests(each);
      if (!contests.isEmpty()) {
        decisions.put(each, Judgement.of(contests, scores));
      }
    }
    List<Contest> texts = item.shape().contests(ItemProtocol.TEXT);
    if (!texts.isEmpty() && amongCaptions.isPresent()) {
      decisions.put(ItemProtocol.TEXT, Judgement.of(texts, amongCaptions.get()));
    }
    float[] own = protocol == ItemProtocol.TEXT ? amongCaptions.orElseThrow() : scores;
    List<Contest> contests = item.shape().contests(protocol);
    return new ItemOutcome(
        item,
        protocol,
        scores,
        Judgement.of(contests, own),
        Judgement.byRule(ties, contests, own),
        decisions,
        shorterCaption,
        meanImage);
  }
}
