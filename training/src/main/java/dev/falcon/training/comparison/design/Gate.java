package dev.falcon.training.comparison.design;

import dev.falcon.data.RequestException;
import java.util.Locale;

/**
 * What must hold of one variant before the others are worth their time: matching has learned
 * something, and re-ranking by it helps. Where it has not, policies that differ in the negatives of
 * matching cannot be told apart.
 *
 * @param variant whose runs decide; they are run first
 * @param matchingBelow the mean of matching's loss in the last epoch must be below it; a constant
 *     guess of one match in three has 0.64
 * @param rerankingAbove true R@1 re-ranked less that by contrast, in points, mean of both
 *     directions and all seeds, must be above it
 */
public record Gate(String variant, double matchingBelow, double rerankingAbove) {
  public Gate {
    if (variant == null || !(matchingBelow > 0)) {
      throw new RequestException(
          "gate must name a variant and matching_below, which is above 0; variant="
              + variant
              + ", matching_below="
              + matchingBelow);
    }
  }

  /**
   * How a gate was met.
   *
   * @param gate what must hold
   * @param runs how many runs decide; 0 where none has ended
   * @param matchingLoss their mean
   * @param rerankingGain their mean
   * @param open whether it holds
   */
  public record Passage(
      Gate gate, int runs, double matchingLoss, double rerankingGain, boolean open) {
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
          "the gate is %s: under %s (n = %d) matching's loss is %.3f, which must be below %.2f, and"
              + " re-ranking changes true R@1 by %+.1f points, which must be above %+.1f%s",
          open ? "open" : "closed",
          gate.variant(),
          runs,
          matchingLoss,
          gate.matchingBelow(),
          rerankingGain,
          gate.rerankingAbove(),
          open ? "" : "; the other variants cannot be told apart by their negatives");
    }
  }
}
