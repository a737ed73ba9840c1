// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

/**
 * The schedule of the network's learning rate.
 *
 * @param kind the curve
 * @param base the highest rate
 * @param lowest the final rate of the cosine
 * @param first for {@code albef}, the initial rate of the warm-up; 0 for {@code lowest}
 * @param warmUp the number of steps of the warm-up; for {@code albef}, the number of its stairs
 * @param stairSteps for {@code albef}, the number of steps per stair
 * @param cosineEpochs for {@code albef} and {@code lavis}, the length of the cosine in epochs,
 *     which may exceed that of the run
 */
public record ScheduleConfig(
    Kind kind,
    double base,
    double lowest,
    double first,
    int warmUp,
    int stairSteps,
    int cosineEpochs) {
  public ScheduleConfig {
    Checks.inRange("schedule.base", base, 0, 1);
    Checks.inRange("schedule.lowest", lowest, 0, base);
    Checks.inRange("schedule.first", first, 0, base);
    Checks.atLeast("schedule.warm_up", warmUp, 0);
    Checks.atLeast("schedule.stair_steps", stairSteps, 1);
    Checks.atLeast("schedule.cosine_epochs", cosineEpochs, 1);
  }

  /** The curve. */
  public enum Kind {
    /** A linear warm-up multiplied by a cosine that decays with every step. */
    COSINE,
    /** ALBEF's curve: a stepwise warm-up in epoch 0, then a cosine that decays once per epoch. */
    ALBEF,
    /** LAVIS' curve: a linear warm-up, at most until the end of epoch 0, then ALBEF's cosine. */
    LAVIS
  }
}
