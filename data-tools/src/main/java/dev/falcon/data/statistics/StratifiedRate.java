package dev.falcon.data.statistics;

import java.util.Map;
import java.util.TreeMap;

/**
 * Estimates a share from a stratified sample: a pair of a stratum of which one pair in w was drawn
 * stands for w pairs.
 *
 * <p>The interval is Wilson's with an effective count: the smaller of Kish's, which assumes that
 * all strata have the share of the whole, and that of the strata's own variances. The first is not
 * zero where no stratum has a positive, the second is larger where a thinly drawn stratum is the
 * uncertain one; so the interval is never narrower than either would make it.
 */
public final class StratifiedRate {
  private final Map<Integer, Cell> cells = new TreeMap<>();
  private final boolean finite;

  /** The judged pairs of one stratum. */
  private static final class Cell {
    private final double weight;
    private long judged;
    private long positives;

    private Cell(double weight) {
      this.weight = weight;
    }

    private double population() {
      return weight * judged;
    }

    private double share() {
      return (double) positives / judged;
    }
  }

  private StratifiedRate(boolean finite) {
    this.finite = finite;
  }

  /**
   * Of the process that made the population, which is itself one of its draws: an interval stays an
   * interval though every pair was judged.
   */
  public static StratifiedRate ofProcess() {
    return new StratifiedRate(false);
  }

  /** Of this population alone: nothing is uncertain once every pair was judged. */
  public static StratifiedRate ofPopulation() {
    return new StratifiedRate(true);
  }

  /**
   * Adds a judged pair.
   *
   * @param stratum its stratum's number
   * @param weight how many pairs of the stratum it stands for, at least 1; the same for all pairs
   *     of a stratum
   */
  public void add(int stratum, double weight, boolean positive) {
    add(stratum, weight, 1, positive ? 1 : 0);
  }

  /**
   * Adds judged pairs of a stratum.
   *
   * @param weight as of a single pair
   * @param count how many
   * @param positiveCount how many of them are positive
   */
  public void add(int stratum, double weight, long count, long positiveCount) {
    if (count == 0) {
      return;
    }
    Cell cell = cells.computeIfAbsent(stratum, number -> new Cell(weight));
    if (cell.weight != weight) {
      throw new IllegalArgumentException(
          "stratum " + stratum + " has weight " + cell.weight + " and " + weight);
    }
    cell.judged += count;
    cell.positives += positiveCount;
  }

  /** The estimate. */
  public Rate rate() {
    long judged = 0;
    long positives = 0;
    double population = 0;
    double positivePopulation = 0;
    for (Cell cell : cells.values()) {
      judged += cell.judged;
      positives += cell.positives;
      population += cell.population();
      positivePopulation += cell.weight * cell.positives;
    }
    if (judged == 0) {
      return new Rate(Double.NaN, null, 0, 0, 0);
    }
    double share = positivePopulation / population;
    double count = effectiveCount(share, population);
    return new Rate(share, Interval.wilson(share, count), positives, judged, population);
  }

  private double effectiveCount(double share, double population) {
    double kish = 0;
    double variance = 0;
    for (Cell cell : cells.values()) {
      double part = cell.population() / population;
      double correction = finite ? 1 - 1 / cell.weight : 1;
      double perPair = part * part * correction / cell.judged;
      kish += perPair;
      variance += perPair * cell.share() * (1 - cell.share());
    }
    double spread = share * (1 - share);
    return variance == 0 || spread == 0 ? 1 / kish : Math.min(1 / kish, spread / variance);
  }
}
