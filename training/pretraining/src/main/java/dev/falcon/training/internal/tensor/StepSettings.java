// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

/**
 * The settings of how a step's passes are computed. They do not change the result, except for
 * rounding and for the values that dropout selects.
 *
 * @param parts the number of micro-batches in which a batch's images, captions and pairs pass
 *     through the encoders; 1 for all at once
 * @param recompute whether a block keeps only its input and is recomputed in the backward pass
 *     (Chen et al. 2016)
 * @param bfloat16 whether matrix products and attention are computed in bfloat16 and summed in
 *     float32; weights and everything else stay float32
 */
public record StepSettings(int parts, boolean recompute, boolean bfloat16) {
  /** The batch in one part, nothing recomputed, everything in float32. */
  public static final StepSettings PLAIN = new StepSettings(1, false, false);

  /** Returns whether any part of a pass is computed twice. */
  boolean again() {
    return parts > 1 || recompute;
  }
}
