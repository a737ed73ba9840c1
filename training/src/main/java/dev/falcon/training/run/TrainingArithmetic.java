package dev.falcon.training.run;

/**
 * Which numbers a configuration gives. Results of runs with different revisions are not comparable,
 * and a comparison never mixes them.
 */
public final class TrainingArithmetic {
  /**
   * Raised with every change after which a run of the same configuration gives other numbers by
   * more than rounding. A test holds numbers of this revision.
   */
  public static final int REVISION = 4;

  private TrainingArithmetic() {}
}
