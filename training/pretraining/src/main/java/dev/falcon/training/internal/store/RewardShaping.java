// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

/**
 * Optional shaping of a reward: a moving average is subtracted, and the rest is divided by its
 * moving root mean square. Without both, the result is the raw reward, as in the paper.
 */
public final class RewardShaping {
  /** The initial mean square, with which a reward of a hundredth becomes 1. */
  private static final double FIRST_SQUARE = 1e-4;

  private final double baselineDecay;
  private final double scaleDecay;
  private State state = new State(false, 0, FIRST_SQUARE);

  /** The state in a checkpoint. */
  public record State(boolean begun, double baseline, double square) {}

  public RewardShaping(double baselineDecay, double scaleDecay) {
    this.baselineDecay = baselineDecay;
    this.scaleDecay = scaleDecay;
  }

  /** Shapes the rewards of one batch by the history of their means. */
  public double[] shape(double[] rewards) {
    double mean = 0;
    for (double reward : rewards) {
      mean += reward / rewards.length;
    }
    double baseline = baselineDecay == 0 ? 0 : state.begun() ? state.baseline() : mean;
    double rest = mean - baseline;
    double square =
        scaleDecay == 0 ? 1 : scaleDecay * state.square() + (1 - scaleDecay) * rest * rest;
    double scale = scaleDecay == 0 ? 1 : Math.sqrt(square + 1e-12);
    double[] shaped = new double[rewards.length];
    for (int i = 0; i < rewards.length; i++) {
      shaped[i] = (rewards[i] - baseline) / scale;
    }
    state = new State(true, baselineDecay * baseline + (1 - baselineDecay) * mean, square);
    return shaped;
  }

  /** Returns the state in a checkpoint. */
  public State state() {
    return state;
  }

  /** Restores the state of a checkpoint. */
  public void restore(State kept) {
    state = kept;
  }
}
