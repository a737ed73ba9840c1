package dev.falcon.training.run;

import dev.falcon.data.FalconException;

/** A run's loss or gradient became NaN or infinite, or exceeded all bounds. */
public final class DivergedException extends FalconException {
  private static final long serialVersionUID = 1;

  private final long step;

  /**
   * @param step the step that diverged, counted from 0
   * @param message the losses, and what may help
   */
  public DivergedException(long step, String message) {
    super(message);
    this.step = step;
  }

  /** The step that diverged, counted from 0. */
  public long step() {
    return step;
  }
}
