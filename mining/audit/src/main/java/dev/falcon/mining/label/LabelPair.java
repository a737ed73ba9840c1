// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A drawn pair that may be labelled.
 *
 * @param weight the number of pairs that it represents, above 0
 * @param image the number of its image, from 0, which pairs of the same image share
 * @param caption the number of its caption, from 0, which pairs with the same caption share
 * @param score the score of the judge that orders the pairs; NaN without one
 */
public record LabelPair(
    String imageKey, String textKey, double weight, int image, int caption, float score) {
  /** Returns the two keys. Pairs with the same keys have the same label. */
  public Name name() {
    return new Name(imageKey, textKey);
  }

  /**
   * Returns the weighted share, in [0, 1], of scored pairs whose score is above one half; empty
   * without scores.
   */
  public static OptionalDouble shareAboveHalf(List<LabelPair> pairs) {
    double all = 0;
    double above = 0;
    for (LabelPair pair : pairs) {
      if (!Float.isNaN(pair.score())) {
        all += pair.weight();
        above += pair.score() > 0.5f ? pair.weight() : 0;
      }
    }
    return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(above / all);
  }

  /** The two keys of a pair. */
  public record Name(String imageKey, String textKey) {}
}
