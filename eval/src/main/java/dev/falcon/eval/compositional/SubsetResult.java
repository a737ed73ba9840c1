// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.eval.compositional.score.ItemProtocol;
import dev.falcon.eval.compositional.score.Judgement;
import dev.falcon.eval.compositional.score.PairCounts;
import dev.falcon.eval.compositional.score.RankCounts;
import dev.falcon.eval.compositional.suite.SuiteItem;
import dev.falcon.eval.metric.Scores;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The result on a subset.
 *
 * @param subset its name; empty if the suite has none
 * @param items the number of judged items
 * @param images the number of their distinct images
 * @param missing the number of items that are not judged, since an image is missing
 * @param unscored the number of judged items with a score that is NaN, which count as wrong
 * @param ties the number of items that only equal scores keep from being right
 * @param shares the shares of right items
 * @param protocols the shares by each protocol that all items have the shape of, in percent
 * @param ranks the ranks of the right captions; empty unless the protocol is rank
 * @param pairs the decisions on single pairs, in percent; empty without a threshold
 * @param sets the number of sets of items and the share whose items are all right, and the same of
 *     pairs within sets, each also by the suite's own rule for ties; empty without sets
 */
@JsonPropertyOrder({
  "subset",
  "items",
  "images",
  "missing",
  "unscored",
  "ties",
  "shares",
  "protocols",
  "ranks",
  "pairs",
  "sets"
})
public record SubsetResult(
    String subset,
    int items,
    int images,
    int missing,
    int unscored,
    int ties,
    ShareSummary shares,
    Scores protocols,
    Scores ranks,
    Scores pairs,
    Scores sets) {
  private static final double PERCENT = 100;

  /**
   * Returns the result of the items of a subset.
   *
   * @param threshold the score above which a pair matches, if there is one
   */
  static SubsetResult of(
      String subset, List<ItemOutcome> items, int missing, Optional<Double> threshold) {
    return new SubsetResult(
        subset,
        items.size(),
        (int) items.stream().flatMap(item -> item.item().pictures().stream()).distinct().count(),
        missing,
        (int) items.stream().filter(item -> !item.main().scored()).count(),
        (int) items.stream().filter(item -> item.main().tied()).count(),
        ShareSummary.of(items),
        protocols(items),
        ranks(items),
        threshold.map(bound -> pairs(items, bound)).orElse(Scores.NONE),
        sets(items));
  }

  private static Scores protocols(List<ItemOutcome> items) {
    Map<String, Double> shares = new LinkedHashMap<>();
    for (ItemProtocol protocol : ItemProtocol.values()) {
      List<Judgement> decisions =
          items.stream()
              .map(item -> item.decisions().get(protocol))
              .filter(Objects::nonNull)
              .toList();
      if (!items.isEmpty() && decisions.size() == items.size()) {
        shares.put(
            protocol.label(),
            ShareSummary.share(items, item -> item.decisions().get(protocol).right() ? 1 : 0));
      }
    }
    return Scores.of(shares);
  }

  private static Scores ranks(List<ItemOutcome> items) {
    RankCounts ranks = new RankCounts();
    for (ItemOutcome item : items) {
      if (item.protocol() == ItemProtocol.RANK && item.main().scored()) {
        ranks.add(item.item().shape().contests(ItemProtocol.RANK), item.scores());
      }
    }
    return ranks.scores();
  }

  private static Scores pairs(List<ItemOutcome> items, double threshold) {
    PairCounts counts = new PairCounts(threshold);
    items.forEach(item -> counts.add(item.item().shape(), item.scores()));
    return counts.scores();
  }

  private static Scores sets(List<ItemOutcome> items) {
    return allRight(items, "sets", "all_right", SuiteItem::set)
        .and(allRight(items, "pairs", "pairs_right", SuiteItem::pair));
  }

  private static Scores allRight(
      List<ItemOutcome> items,
      String counted,
      String right,
      Function<SuiteItem, Optional<String>> group) {
    Map<String, List<ItemOutcome>> groups = new LinkedHashMap<>();
    for (ItemOutcome item : items) {
      group
          .apply(item.item())
          .ifPresent(name -> groups.computeIfAbsent(name, none -> new ArrayList<>()).add(item));
    }
    if (groups.isEmpty()) {
      return Scores.NONE;
    }
    return Scores.NONE
        .withCount(counted, groups.size())
        .with(right, allRight(groups.values(), item -> item.main().right()))
        .with(right + "_official", allRight(groups.values(), ItemOutcome::official));
  }

  private static double allRight(
      Collection<List<ItemOutcome>> groups, Predicate<ItemOutcome> right) {
    return PERCENT
        * groups.stream().filter(items -> items.stream().allMatch(right)).count()
        / groups.size();
  }
}
