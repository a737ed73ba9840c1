// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.statistics.PairwiseMean;
import dev.falcon.eval.compositional.score.Chance;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Shares of right items, in percent.
 *
 * @param share the share of right items; a tie is wrong
 * @param tiesHalf the share if an item that only a tie decides counts one half
 * @param official the share by the suite's own rule for ties
 * @param chance the share to expect of random scores; NaN if it is unknown
 * @param shorterCaption the share of always taking the shortest caption; NaN if no item asks for a
 *     caption
 * @param meanImage the share of taking the caption nearest to the mean of all images; NaN without
 *     vectors
 */
@JsonPropertyOrder({"share", "tiesHalf", "official", "chance", "shorterCaption", "meanImage"})
public record ShareSummary(
    double share,
    double tiesHalf,
    double official,
    double chance,
    double shorterCaption,
    double meanImage) {
  private static final double PERCENT = 100;

  /** Returns the shares among items, by their weights; NaN for no items. */
  static ShareSummary of(List<ItemOutcome> items) {
    return new ShareSummary(
        share(items, item -> one(item.main().right())),
        share(items, item -> item.main().credit()),
        share(items, item -> one(item.official())),
        share(items, item -> Chance.of(item.item().shape().contests(item.protocol()))),
        share(items, item -> one(item.shorterCaption())),
        share(items, item -> one(item.meanImage())));
  }

  private static double one(boolean right) {
    return right ? 1 : 0;
  }

  private static double one(Optional<Boolean> right) {
    return right.map(ShareSummary::one).orElse(Double.NaN);
  }

  /** Returns the weighted mean of a value in percent; NaN if it is NaN for an item. */
  static double share(List<ItemOutcome> items, ToDoubleFunction<ItemOutcome> value) {
    double sum = 0;
    double weights = 0;
    for (ItemOutcome item : items) {
      sum += item.item().weight() * value.applyAsDouble(item);
      weights += item.item().weight();
    }
    return PERCENT * sum / weights;
  }

  /** Returns the mean of each share. */
  static ShareSummary mean(List<ShareSummary> all) {
    return new ShareSummary(
        mean(all, ShareSummary::share),
        mean(all, ShareSummary::tiesHalf),
        mean(all, ShareSummary::official),
        mean(all, ShareSummary::chance),
        mean(all, ShareSummary::shorterCaption),
        mean(all, ShareSummary::meanImage));
  }

  private static double mean(List<ShareSummary> all, ToDoubleFunction<ShareSummary> value) {
    return PairwiseMean.of(all.stream().mapToDouble(value).toArray());
  }
}
