// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

/**
 * The revision of the training arithmetic. Results of runs with different revisions are not
 * comparable, and a comparison never mixes them.
 */
public final class TrainingArithmetic {
  /**
   * The current revision. It is incremented with every change that alters the results of a
   * configuration by more than rounding. A test compares with the numbers of this revision.
   */
  public static final int REVISION = 4;

  private TrainingArithmetic() {}
}
