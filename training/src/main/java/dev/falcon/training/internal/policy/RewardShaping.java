package dev.falcon.training.internal.policy;

/**
 * What may be done to a reward before it is followed: a moving average is subtracted, and it is
 * divided by the moving root mean square of what is left. Without either it is the reward itself,
 * as in the paper.
 */
public final class RewardShaping {
  /** Where the scale begins: a reward of a hundredth is taken for one. */
  private static final double FIRST_SQUARE = 1e-4;

  private final double baselineDecay;
  private final double scaleDecay;
  private State state = new State(false, 0, FIRST_SQUARE);

  /** What a checkpoint keeps. */
  public record State(boolean begun, double baseline, double square) {}

  public RewardShaping(double baselineDecay, double scaleDecay) {
    this.baselineDecay = baselineDecay;
    this.scaleDecay = scaleDecay;
  }

  /** Shapes the rewards of one batch by their mean's history. */
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

  /** What a checkpoint keeps. */
  public State state() {
    return state;
  }

  /** Goes on from a checkpoint. */
  public void restore(State kept) {
    state = kept;
  }
}
