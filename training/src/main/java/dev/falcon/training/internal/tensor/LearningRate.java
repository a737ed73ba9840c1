package dev.falcon.training.internal.tensor;

import dev.falcon.training.config.ScheduleConfig;

/** The learning rate of every step of a run. */
@FunctionalInterface
public interface LearningRate {
  /**
   * The rate of a step.
   *
   * @param epoch counted from 0
   * @param stepInEpoch counted from 0
   * @param step counted from 0 over the whole run
   */
  double at(int epoch, long stepInEpoch, long step);

  /**
   * The curve of a configuration.
   *
   * @param steps of the whole run
   */
  static LearningRate of(ScheduleConfig schedule, long steps) {
    return switch (schedule.kind()) {
      case COSINE ->
          LearningRate.cosine(schedule.base(), schedule.lowest(), schedule.warmUp(), steps);
      case ALBEF ->
          LearningRate.albef(
              schedule.base(),
              schedule.lowest(),
              schedule.first() == 0 ? schedule.lowest() : schedule.first(),
              schedule.warmUp(),
              schedule.stairSteps(),
              schedule.cosineEpochs());
      case LAVIS ->
          LearningRate.lavis(
              schedule.base(), schedule.lowest(), schedule.warmUp(), schedule.cosineEpochs());
    };
  }

  /**
   * ALBEF's: in epoch 0 a stepwise warm-up, from then on a cosine that decays once per epoch.
   *
   * @param base the highest rate
   * @param lowest final rate of the cosine
   * @param first initial rate of the warm-up
   * @param stairs number of stairs of the warm-up
   * @param stairSteps optimiser steps per stair
   * @param cosineEpochs the cosine's half period; a run may stop before its end
   */
  static LearningRate albef(
      double base, double lowest, double first, int stairs, int stairSteps, int cosineEpochs) {
    return (epoch, stepInEpoch, step) -> {
      if (epoch == 0) {
        long stair = Math.min(stairs, stepInEpoch / stairSteps);
        return stairs == 0 ? base : first + stair * (base - first) / stairs;
      }
      return lowest + 0.5 * (base - lowest) * (1 + StrictMath.cos(Math.PI * epoch / cosineEpochs));
    };
  }

  /**
   * LAVIS': in epoch 0 a linear warm-up from a hundredth of the base, truncated at the epoch's end;
   * from then on ALBEF's cosine.
   *
   * @param base the highest rate
   * @param lowest final rate of the cosine
   * @param warmUp steps of the whole warm-up
   * @param cosineEpochs the cosine's half period; a run may stop before its end
   */
  static LearningRate lavis(double base, double lowest, int warmUp, int cosineEpochs) {
    LearningRate later = albef(base, lowest, lowest, 0, 1, cosineEpochs);
    return (epoch, stepInEpoch, step) -> {
      if (epoch > 0) {
        return later.at(epoch, stepInEpoch, step);
      }
      double first = base / 100;
      return warmUp == 0 ? base : Math.min(base, first + (base - first) * stepInEpoch / warmUp);
    };
  }

  /**
   * A linear warm-up times, from the first step on, a cosine that decays with every step.
   *
   * @param base the highest rate
   * @param lowest final rate of the cosine
   * @param warmUp steps of the warm-up
   * @param steps of the whole run
   */
  static LearningRate cosine(double base, double lowest, long warmUp, long steps) {
    return (epoch, stepInEpoch, step) -> {
      double climb = warmUp == 0 ? 1 : Math.min(1, (step + 1.0) / warmUp);
      double fall = 0.5 * (1 + StrictMath.cos(Math.PI * step / steps));
      return climb * (lowest + (base - lowest) * fall);
    };
  }
}
