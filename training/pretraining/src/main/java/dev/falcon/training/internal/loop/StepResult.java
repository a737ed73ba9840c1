// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loop;

import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import java.util.Map;

/**
 * The result of a network step.
 *
 * @param losses the loss terms by name, in order
 * @param generative the generative loss of the batch's own pairs
 * @param wordLosses the loss of every predicted token
 * @param wordRows the batch row of every predicted token
 * @param gradientNorm the norm of the gradient before clipping
 * @param temperature the temperature in the step's losses
 * @param images the image vectors before the step [rows x width]
 * @param texts the text vectors before the step [rows x width]
 * @param decision the targets of the losses; valid until the step's end
 * @param push the contrastive gradient on every pair, 0 on the diagonal [rows x rows]; null if it
 *     is unknown
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record StepResult(
    Map<String, Float> losses,
    float generative,
    float[] wordLosses,
    int[] wordRows,
    double gradientNorm,
    float temperature,
    float[] images,
    float[] texts,
    ObjectiveTargets decision,
    float[] push) {

  /** Returns whether all values that determine the further course of the run are finite. */
  public boolean finite() {
    float sum = 0;
    for (float loss : losses.values()) {
      sum += loss;
    }
    return Float.isFinite(sum) && Double.isFinite(gradientNorm);
  }
}
