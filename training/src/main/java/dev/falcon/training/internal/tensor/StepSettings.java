package dev.falcon.training.internal.tensor;

/**
 * How a step's passes are computed. The settings do not change the result, except for rounding and
 * for dropout's choice of values.
 *
 * @param parts number of micro-batches in which a batch's images, captions and pairs pass the
 *     encoders; 1 for all at once
 * @param recompute whether a block keeps only its input and is recomputed in the backward pass
 *     (Chen et al. 2016)
 * @param bfloat16 whether matrix products and attention are computed in bfloat16 and summed in
 *     float32; all else, and the weights, stay float32
 */
public record StepSettings(int parts, boolean recompute, boolean bfloat16) {
  /** All at once, nothing recomputed, all float32. */
  public static final StepSettings PLAIN = new StepSettings(1, false, false);

  /** Returns whether any part of a pass is computed twice. */
  boolean again() {
    return parts > 1 || recompute;
  }
}
