// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.run;

import dev.falcon.data.FalconException;

/** Thrown if a run's loss or gradient became NaN or infinite, or exceeded its bound. */
public final class DivergedException extends FalconException {
  private static final long serialVersionUID = 1;

  private final long step;

  /**
   * @param step the step that diverged, counted from 0
   * @param message the losses, and possible remedies
   */
  public DivergedException(long step, String message) {
    super(message);
    this.step = step;
  }

  /** Returns the step that diverged, counted from 0. */
  public long step() {
    return step;
  }
}
