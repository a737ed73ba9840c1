package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import dev.falcon.mining.constraint.PositiveMargin;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Filters of candidates by their score. Equality stays: a candidate is removed if it is above the
 * margin's bound, above {@code maxScore} or below {@code minScore}, in this order.
 *
 * @param margin minimum distance of a candidate below a positive; empty for none
 * @param marginTo the positive to which the margin refers
 * @param maxScore the greatest score, +∞ for none
 * @param minScore the least score, -∞ for none
 */
public record ListFilters(
    Optional<PositiveMargin> margin, MarginTo marginTo, float maxScore, float minScore) {
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
    /** Each positive by itself, with a separate list. */
    EACH
  }

  public ListFilters {
    if (Float.isNaN(maxScore) || Float.isNaN(minScore)) {
      throw new RequestException("max-score and min-score are numbers");
    }
    if (minScore > maxScore) {
      throw new RequestException(
          "min-score is at most max-score; min-score=" + minScore + ", max-score=" + maxScore);
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

  /** Returns whether each positive has a separate list. */
  public boolean each() {
    return margin.isPresent() && marginTo == MarginTo.EACH;
  }

  /**
   * The greatest score that the margin allows, +∞ without a margin.
   *
   * @param least the score of the least similar positive
   * @param most the score of the most similar positive
   */
  public float bound(float least, float most) {
    return margin
        .map(m -> m.bound(marginTo == MarginTo.MOST ? most : least) + 0f)
        .orElse(Float.POSITIVE_INFINITY);
  }

  /** For the provenance, by the flags' names. */
  void describe(Map<String, Object> described) {
    described.put("absolute-margin", margin.map(PositiveMargin::absolute).orElse(null));
    described.put("relative-margin", margin.map(PositiveMargin::relative).orElse(null));
    described.put("margin-to", marginTo.name().toLowerCase(Locale.ROOT));
    described.put("max-score", Float.isInfinite(maxScore) ? null : maxScore);
    described.put("min-score", Float.isInfinite(minScore) ? null : minScore);
  }
}
