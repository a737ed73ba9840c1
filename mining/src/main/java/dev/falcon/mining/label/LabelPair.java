package dev.falcon.mining.label;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A drawn pair that may be labelled.
 *
 * @param weight how many pairs it stands for, above 0
 * @param image the number of its image's identity, which pairs of one image share, from 0
 * @param caption the number of its caption's text, likewise
 * @param score of the judge that orders the pairs; NaN without one
 */
public record LabelPair(
    String imageKey, String textKey, double weight, int image, int caption, float score) {
  /** The two keys: pairs that were drawn twice have one label. */
  public Name name() {
    return new Name(imageKey, textKey);
  }

  /** The weighted share of scored pairs whose score is above one half; none without scores. */
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
