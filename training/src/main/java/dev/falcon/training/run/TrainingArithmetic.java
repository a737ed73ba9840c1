package dev.falcon.training.run;

/**
 * Revision of the training arithmetic. Results of runs with different revisions are not comparable,
 * and a comparison never mixes them.
 */
public final class TrainingArithmetic {
  /**
   * Raised with every change that alters a configuration's results by more than rounding. A test
   * holds the numbers of this revision.
   */
  public static final int REVISION = 4;

  private TrainingArithmetic() {}
}
