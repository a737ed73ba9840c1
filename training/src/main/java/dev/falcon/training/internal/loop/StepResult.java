package dev.falcon.training.internal.loop;

import dev.falcon.training.internal.framework.seam.ObjectiveTargets;
import java.util.Map;

/**
 * The result of a network step.
 *
 * @param losses the loss terms by name, in their order
 * @param generative the generative loss of the batch's own pairs
 * @param wordLosses the loss of every predicted token
 * @param wordRows the batch row of every predicted token
 * @param gradientNorm before clipping
 * @param temperature used in the step's losses
 * @param images vectors before the step [rows x width]
 * @param texts vectors before the step [rows x width]
 * @param decision the targets of the losses; valid until the step's end
 * @param push contrastive gradient on every pair [rows x rows], 0 on the diagonal; null where it is
 *     unknown
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

  /** Returns whether all values that decide the run's course are finite. */
  public boolean finite() {
    float sum = 0;
    for (float loss : losses.values()) {
      sum += loss;
    }
    return Float.isFinite(sum) && Double.isFinite(gradientNorm);
  }
}
