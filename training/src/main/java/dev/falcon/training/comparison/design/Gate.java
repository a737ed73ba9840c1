package dev.falcon.training.comparison.design;

import dev.falcon.data.RequestException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What must hold of one variant before the others are worth their time: that it has learned what is
 * compared. Where matching has learned nothing, or re-ranking by it does not help, policies that
 * differ in the negatives of matching cannot be told apart; where there is contrast alone, the same
 * goes for contrast.
 *
 * @param variant whose runs decide; they are run first
 * @param matchingBelow see {@link Sign#MATCHING_LOSS}; empty where it does not count
 * @param rerankingAbove see {@link Sign#RERANKING_GAIN}; empty where it does not count
 * @param contrastAbove see {@link Sign#CONTRAST}; empty where it does not count
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

  /** What must hold, in the order of the signs. */
  public Map<Sign, Double> limits() {
    Map<Sign, Double> limits = new EnumMap<>(Sign.class);
    matchingBelow.ifPresent(limit -> limits.put(Sign.MATCHING_LOSS, limit));
    rerankingAbove.ifPresent(limit -> limits.put(Sign.RERANKING_GAIN, limit));
    contrastAbove.ifPresent(limit -> limits.put(Sign.CONTRAST, limit));
    return limits;
  }

  /** What is looked at, in the mean of the variant's seeds. */
  public enum Sign {
    /** Matching's loss in the last epoch; a constant guess of one match in three has 0.64. */
    MATCHING_LOSS("matching's loss is %.3f, which must be below %.2f"),
    /** True R@1 re-ranked less that by contrast, in points, mean of both directions. */
    RERANKING_GAIN("re-ranking changes true R@1 by %+.1f points, which must be above %+.1f"),
    /** True R@1 by contrast, in percent, mean of both directions. */
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
   * A sign as it was found.
   *
   * @param sign looked at
   * @param value its mean over the runs
   * @param limit that it must keep
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
   * How a gate was met.
   *
   * @param gate what must hold
   * @param runs how many runs decide; 0 where none has ended
   * @param findings one for each sign that counts; empty where no run has ended
   * @param open whether all hold
   */
  public record Passage(Gate gate, int runs, List<Finding> findings, boolean open) {
    /** In words that begin with a capital and end with a stop. */
    public String sentence() {
      String words = words();
      return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    /** In words. */
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
          open ? "" : "; the other variants cannot be told apart");
    }
  }
}
