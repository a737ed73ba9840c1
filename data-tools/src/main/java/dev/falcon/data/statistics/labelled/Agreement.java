package dev.falcon.data.statistics.labelled;

/**
 * How often two annotators answer alike.
 *
 * @param bothYes how many members both call matches
 * @param firstOnly how many only the first does
 * @param secondOnly how many only the second does
 * @param bothNo how many neither does
 */
public record Agreement(long bothYes, long firstOnly, long secondOnly, long bothNo) {
  /** How many members both answered. */
  public long count() {
    return bothYes + firstOnly + secondOnly + bothNo;
  }

  /** The share of equal answers; NaN of none. */
  public double share() {
    return (double) (bothYes + bothNo) / count();
  }

  /** Cohen's kappa; NaN where both give one and the same answer throughout. */
  public double kappa() {
    double count = count();
    double first = (bothYes + firstOnly) / count;
    double second = (bothYes + secondOnly) / count;
    double byChance = first * second + (1 - first) * (1 - second);
    return (share() - byChance) / (1 - byChance);
  }

  /**
   * Twice the share of equal answers less 1 (Byrt et al., 1993), which unlike kappa stays high
   * where nearly all answers are one.
   */
  public double adjusted() {
    return 2 * share() - 1;
  }
}
