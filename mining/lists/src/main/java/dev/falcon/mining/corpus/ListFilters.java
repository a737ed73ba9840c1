// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Filters of candidates by their score. A candidate is removed if its score is above the margin's
 * bound, above {@code maxScore} or below {@code minScore}, in this order; one whose score equals a
 * bound stays.
 *
 * @param margin the least distance of a candidate below a positive; empty for none
 * @param marginTo the positive to which the margin refers
 * @param maxScore the greatest score; +∞ for none
 * @param minScore the least score; -∞ for none
 * @param meanOwn the mean, over all queries, of the score to which the margin refers, for a margin
 *     with an own weight; NaN until the stores are read
 */
public record ListFilters(
    Optional<PositiveMargin> margin,
    MarginTo marginTo,
    float maxScore,
    float minScore,
    double meanOwn) {
  /** Creates filters whose mean own similarity is not known yet, or not needed. */
  public ListFilters(
      Optional<PositiveMargin> margin, MarginTo marginTo, float maxScore, float minScore) {
    this(margin, marginTo, maxScore, minScore, Double.NaN);
  }

  /** No filters. */
  public static final ListFilters NONE =
      new ListFilters(
          Optional.empty(), MarginTo.LEAST, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);

  /** The positive to which a margin refers. */
  public enum MarginTo {
    /** The least similar positive, as in sentence-transformers. */
    LEAST,
    /** The most similar positive. */
    MOST,
    /** Each positive, with a list of its own. */
    EACH
  }

  public ListFilters {
    if (Float.isNaN(maxScore) || Float.isNaN(minScore)) {
      throw new RequestException("max-score and min-score are numbers");
    }
    if (minScore > maxScore) {
      throw new RequestException(
          "min-score must be at most max-score; min-score=" + minScore + ", max-score=" + maxScore);
    }
    maxScore += 0f; // -0 becomes 0
    minScore += 0f;
  }

  /** Returns whether any filter is set. */
  public boolean any() {
    return margin.isPresent()
        || maxScore < Float.POSITIVE_INFINITY
        || minScore > Float.NEGATIVE_INFINITY;
  }

  /** Returns whether each positive has a list of its own. */
  public boolean each() {
    return margin.isPresent() && marginTo == MarginTo.EACH;
  }

  /** Returns whether the margin shrinks own similarities towards their mean. */
  public boolean shrinks() {
    return margin.filter(m -> m.ownWeight() != 1).isPresent();
  }

  /** Returns a copy with the mean own similarity. */
  public ListFilters around(double mean) {
    return new ListFilters(margin, marginTo, maxScore, minScore, mean);
  }

  /** Returns a copy with another margin. */
  public ListFilters with(PositiveMargin other) {
    return new ListFilters(Optional.of(other), marginTo, maxScore, minScore, meanOwn);
  }

  /**
   * Returns the greatest score that the margin allows; +∞ without a margin.
   *
   * @param least the score of the least similar positive
   * @param most the score of the most similar positive
   */
  public float bound(float least, float most) {
    return margin
        .map(m -> m.bound(m.shrunk(reference(least, most), meanOwn)) + 0f)
        .orElse(Float.POSITIVE_INFINITY);
  }

  /**
   * Returns the score to which the margin refers, given those of the least and the most similar
   * positive.
   */
  public float reference(float least, float most) {
    return marginTo == MarginTo.MOST ? most : least;
  }

  /** Adds the options for the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    described.put("absolute-margin", margin.map(PositiveMargin::absolute).orElse(null));
    described.put("relative-margin", margin.map(PositiveMargin::relative).orElse(null));
    if (shrinks()) {
      described.put("own-weight", margin.orElseThrow().ownWeight());
    }
    described.put("margin-to", marginTo.name().toLowerCase(Locale.ROOT));
    described.put("max-score", Float.isInfinite(maxScore) ? null : maxScore);
    described.put("min-score", Float.isInfinite(minScore) ? null : minScore);
  }
}
