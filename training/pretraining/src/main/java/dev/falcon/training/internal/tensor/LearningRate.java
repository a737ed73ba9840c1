// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import dev.falcon.training.config.ScheduleConfig;

/** The learning rate of every step of a run. */
@FunctionalInterface
public interface LearningRate {
  /**
   * Returns the rate of a step.
   *
   * @param epoch the epoch, counted from 0
   * @param stepInEpoch the number of the step in the epoch, counted from 0
   * @param step the number of the step in the run, counted from 0
   */
  double at(int epoch, long stepInEpoch, long step);

  /**
   * Returns the curve of a configuration.
   *
   * @param steps the number of steps of the whole run
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
   * Returns ALBEF's curve: in epoch 0 a stepwise warm-up, then a cosine that decays once per epoch.
   *
   * @param base the highest rate
   * @param lowest the final rate of the cosine
   * @param first the initial rate of the warm-up
   * @param stairs the number of stairs of the warm-up
   * @param stairSteps the number of optimiser steps per stair
   * @param cosineEpochs half the period of the cosine, in epochs; a run may stop before that
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
   * Returns LAVIS' curve: in epoch 0 a linear warm-up from a hundredth of the base, truncated at
   * the epoch's end, then ALBEF's cosine.
   *
   * @param base the highest rate
   * @param lowest the final rate of the cosine
   * @param warmUp the number of steps of the whole warm-up
   * @param cosineEpochs half the period of the cosine, in epochs; a run may stop before that
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
   * Returns a linear warm-up multiplied, from the first step on, by a cosine that decays with every
   * step.
   *
   * @param base the highest rate
   * @param lowest the final rate of the cosine
   * @param warmUp the number of steps of the warm-up
   * @param steps the number of steps of the whole run
   */
  static LearningRate cosine(double base, double lowest, long warmUp, long steps) {
    return (epoch, stepInEpoch, step) -> {
      double climb = warmUp == 0 ? 1 : Math.min(1, (step + 1.0) / warmUp);
      double fall = 0.5 * (1 + StrictMath.cos(Math.PI * step / steps));
      return climb * (lowest + (base - lowest) * fall);
    };
  }
}
