package dev.falcon.training.config;

/** Where the quantiles of a batch's chain come from. */
public sealed interface Method {
  /** Whether batches after the first epoch are chains of similar pairs, or uniform draws. */
  default boolean chained() {
    return true;
  }

  /** No chain: pairs in a random order. */
  record Uniform() implements Method {
    @Override
    public boolean chained() {
      return false;
    }
  }

  /**
   * Pairs in a random order, and ALBEF's objective: a momentum copy of the network gives contrast
   * its contrasted side, with a queue of earlier pairs, and softens the targets of contrast and
   * masked words.
   */
  record Albef() implements Method {
    @Override
    public boolean chained() {
      return false;
    }
  }

  /** The same quantile always; 1 is GRIT-VLP's hardest candidate. */
  record Fixed(double quantile) implements Method {}

  /** From 0 in the second epoch to 1 in the last. */
  record Hardening() implements Method {}

  /** From 1 in the second epoch to 0 in the last. */
  record Softening() implements Method {}

  /** Drawn from the scheduler's Beta distributions, which learn while training goes on. */
  record Falcon() implements Method {}

  /** Uniform in [0, 1], the control of the scheduler. */
  record Random() implements Method {}

  /** No quantile: the hardest candidate that is false for the whole batch by the known truth. */
  record Oracle() implements Method {}

  /**
   * No quantile: the hardest candidate that is not suspected of matching the batch, since a caption
   * would be as similar to another's image as to its own, less this part.
   */
  record Margin(float relative) implements Method {}
}
