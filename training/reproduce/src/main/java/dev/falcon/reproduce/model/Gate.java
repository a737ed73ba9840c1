// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import dev.falcon.data.RequestException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * A condition on one variant that must hold before the others run: the model must have learned to
 * match. If matching has learned nothing, or re-ranking by it does not help, policies that differ
 * in the negatives of matching cannot be distinguished; in a framework with contrast only, the same
 * holds for contrast.
 *
 * @param variant the variant whose runs decide; they run first
 * @param matchingBelow the upper limit of {@link Sign#MATCHING_LOSS}, exclusive; empty if not
 *     checked
 * @param rerankingAbove the lower limit of {@link Sign#RERANKING_GAIN}, exclusive, in points; empty
 *     if not checked
 * @param contrastAbove the lower limit of {@link Sign#CONTRAST}, exclusive, in percent; empty if
 *     not checked
 */
public record Gate(
    String variant,
    OptionalDouble matchingBelow,
    OptionalDouble rerankingAbove,
    OptionalDouble contrastAbove) {
  public Gate {
    if (variant == null) {
      throw new RequestException("gate must name a variant");
    }
    if (matchingBelow.isPresent() && !(matchingBelow.getAsDouble() > 0)) {
      throw new RequestException(
          "gate.matching_below must be above 0; matching_below=" + matchingBelow.getAsDouble());
    }
    if (matchingBelow.isEmpty() && rerankingAbove.isEmpty() && contrastAbove.isEmpty()) {
      throw new RequestException(
          "gate must name matching_below, reranking_above or contrast_above; variant=" + variant);
    }
  }

  /** Returns the conditions, in the order of the signs. */
  public Map<Sign, Double> limits() {
    Map<Sign, Double> limits = new EnumMap<>(Sign.class);
    matchingBelow.ifPresent(limit -> limits.put(Sign.MATCHING_LOSS, limit));
    rerankingAbove.ifPresent(limit -> limits.put(Sign.RERANKING_GAIN, limit));
    contrastAbove.ifPresent(limit -> limits.put(Sign.CONTRAST, limit));
    return limits;
  }

  /** A checked quantity, averaged over the variant's seeds. */
  public enum Sign {
    /** The loss of matching in the last epoch. Always predicting one match in three gives 0.64. */
    MATCHING_LOSS("matching's loss is %.3f, which must be below %.2f"),
    /**
     * True R@1 after re-ranking less true R@1 by contrast, in points, the mean of both directions.
     */
    RERANKING_GAIN("re-ranking changes true R@1 by %+.1f points, which must be above %+.1f"),
    /** True R@1 by contrast, in percent, the mean of both directions. */
    CONTRAST("true R@1 by contrast is %.1f, which must be above %.1f");

    private final String words;

    Sign(String words) {
      this.words = words;
    }

    boolean holds(double value, double limit) {
      return this == MATCHING_LOSS ? value < limit : value > limit;
    }
  }

  /**
   * A measured sign.
   *
   * @param sign the quantity
   * @param value the mean of the quantity over the runs
   * @param limit the limit that the value must not reach
   */
  public record Finding(Sign sign, double value, double limit) {
    public boolean holds() {
      return sign.holds(value, limit);
    }

    private String words() {
      return String.format(Locale.ROOT, sign.words, value, limit);
    }
  }

  /**
   * The outcome of a gate.
   *
   * @param gate the gate
   * @param runs the number of runs that decide; 0 if none has ended
   * @param findings one finding per checked sign; empty if no run has ended
   * @param open whether all conditions hold
   */
  public record Passage(Gate gate, int runs, List<Finding> findings, boolean open) {
    /** Returns the outcome as a sentence. */
    public String sentence() {
      String words = words();
      return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    /** Returns the outcome as a phrase. */
    public String words() {
      if (runs == 0) {
        return "no run of " + gate.variant() + " has ended, so that nothing is known of the gate";
      }
      return String.format(
          Locale.ROOT,
          "the gate is %s: under %s (n = %d) %s%s",
          open ? "open" : "closed",
          gate.variant(),
          runs,
          findings.stream().map(Finding::words).collect(Collectors.joining(", and ")),
          open ? "" : "; the other variants cannot be distinguished");
    }
  }
}
