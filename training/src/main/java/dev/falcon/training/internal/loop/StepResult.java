package dev.falcon.training.internal.loop;

import dev.falcon.training.internal.loss.Negatives;

/**
 * What a step left behind, on the Java side.
 *
 * @param contrastive ITC
 * @param matching ITM
 * @param words MLM
 * @param wordLosses MLM of every hidden word before the step
 * @param hiddenRows the batch row of every hidden word
 * @param gradientNorm before clipping
 * @param temperature that the step's losses were computed with
 * @param images vectors before the step [rows x width]
 * @param texts vectors before the step [rows x width]
 * @param negatives of matching
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record StepResult(
    float contrastive,
    float matching,
    float words,
    float[] wordLosses,
    int[] hiddenRows,
    double gradientNorm,
    float temperature,
    float[] images,
    float[] texts,
    Negatives negatives) {

  /** Whether every number that decides the run's course is one. */
  boolean finite() {
    return Float.isFinite(contrastive + matching + words) && Double.isFinite(gradientNorm);
  }
}
