package dev.falcon.training.config;

/**
 * The network's learning rate.
 *
 * @param kind the curve
 * @param base the highest rate
 * @param lowest final rate of the cosine
 * @param first {@code albef}: initial rate of the warm-up; 0 for the lowest
 * @param warmUp {@code cosine} and {@code lavis}: steps of the warm-up; {@code albef}: number of
 *     its stairs
 * @param stairSteps {@code albef}: steps per stair
 * @param cosineEpochs {@code albef} and {@code lavis}: length of the cosine, which the run need not
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
    /** A linear warm-up, times a cosine that decays with every step. */
    COSINE,
    /** ALBEF's: a stepwise warm-up in epoch 0, then a cosine that decays once per epoch. */
    ALBEF,
    /** LAVIS': a linear warm-up, at most until the end of epoch 0, then ALBEF's cosine. */
    LAVIS
  }
}
