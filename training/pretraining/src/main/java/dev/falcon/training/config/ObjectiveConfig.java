// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.config;

import dev.falcon.data.RequestException;

/**
 * The losses and their settings.
 *
 * @param consistency the weight of GRIT-VLP's consistency term in the contrastive loss
 * @param maskProbability the probability of masking a token
 * @param negatives how the negatives of matching are selected within the batch
 * @param matchingMargin the margin, in [0, 1], of the negatives of matching: their cosine must be
 *     at most that of the caption with its own image, reduced by this fraction of it. If a batch
 *     has no such negative, the least suspicious one is taken. {@link #NO_MARGIN} for no margin.
 *     Independent of the method's margin
 * @param momentum the settings of the loss {@code momentum}, which have no effect on other losses
 * @param loss the objective with its settings; by default {@code momentum} for the method {@code
 *     albef}, and {@code in-batch} for all others
 */
public record ObjectiveConfig(
    float consistency,
    double maskProbability,
    NegativeChoice negatives,
    double matchingMargin,
    MomentumConfig momentum,
    LossConfig loss) {
  /** The value of {@code matchingMargin} for no margin. */
  public static final double NO_MARGIN = -1;

  public ObjectiveConfig {
    Checks.inRange("objective.consistency", consistency, 0, 100);
    Checks.inRange("objective.mask_probability", maskProbability, 0, 1);
    if (matchingMargin != NO_MARGIN) {
      Checks.inRange("objective.matching_margin", matchingMargin, 0, 1);
      if (negatives != NegativeChoice.HARDEST) {
        throw new RequestException(
            "objective.matching_margin requires objective.negatives: hardest; matching_margin="
                + matchingMargin);
      }
    }
  }

  /**
   * ALBEF's momentum network, its queue and its distillation.
   *
   * @param decay the decay of the momentum network's weights per step
   * @param queue the number of earlier pairs whose vectors are also contrasted; at least the batch
   *     size
   * @param distillation the weight of the momentum network's predictions in the targets of contrast
   *     and masked words, which grows linearly from 0 during the first epoch
   */
  public record MomentumConfig(float decay, int queue, float distillation) {
    public MomentumConfig {
      Checks.inRange("objective.momentum.decay", decay, 0, 1);
      Checks.atLeast("objective.momentum.queue", queue, 1);
      Checks.inRange("objective.momentum.distillation", distillation, 0, 1);
    }
  }

  /** How the negatives of matching are selected. */
  public enum NegativeChoice {
    /** The most similar ones in the batch (GRIT-VLP, FALCON). */
    HARDEST,
    /** Drawn with the softmax of the similarities as probability (ALBEF). */
    DRAWN
  }
}
