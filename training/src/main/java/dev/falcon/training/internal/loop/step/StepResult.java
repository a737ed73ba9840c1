package dev.falcon.training.internal.loop.step;

import dev.falcon.training.internal.framework.decision.Decision;
import java.util.Map;

/**
 * What a step left behind.
 *
 * @param losses the loss terms by name, in their order
 * @param generative the generative loss of the batch's own pairs
 * @param wordLosses the same of every told word
 * @param wordRows the batch row of every told word
 * @param gradientNorm before clipping
 * @param temperature that the step's losses were computed with
 * @param images vectors before the step [rows x width]
 * @param texts vectors before the step [rows x width]
 * @param decision what the losses pulled towards; lives as long as the step
 * @param push of contrast on every pair [rows x rows], 0 on the diagonal; null where it is not
 *     known
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record StepResult(
    Map<String, Float> losses,
    float generative,
    float[] wordLosses,
    int[] wordRows,
    double gradientNorm,
    float temperature,
    float[] images,
    float[] texts,
    Decision decision,
    float[] push) {

  /** Whether every number that decides the run's course is one. */
  public boolean finite() {
    float sum = 0;
    for (float loss : losses.values()) {
      sum += loss;
    }
    return Float.isFinite(sum) && Double.isFinite(gradientNorm);
  }
}
