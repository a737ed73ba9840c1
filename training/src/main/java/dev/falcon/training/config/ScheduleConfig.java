package dev.falcon.training.config;

import dev.falcon.training.config.internal.Checks;

/**
 * The network's learning rate.
 *
 * @param kind the curve
 * @param base the highest rate
 * @param lowest where the cosine ends
 * @param first {@code albef}: where the climb begins; 0 for at the lowest
 * @param warmUp {@code cosine} and {@code lavis}: steps of the climb; {@code albef}: stairs of it
 * @param stairSteps {@code albef}: steps a stair
 * @param cosineEpochs {@code albef} and {@code lavis}: the cosine's length, which the run need not
 *     reach
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
    /** A linear climb times a cosine that falls with every step. */
    COSINE,
    /** ALBEF's: stairs in epoch 0, then a cosine that falls once an epoch. */
    ALBEF,
    /** LAVIS': a climb in epoch 0 that its end may cut, then ALBEF's cosine. */
    LAVIS
  }
}
