package dev.falcon.training.config;

import dev.falcon.data.RequestException;

/**
 * The losses.
 *
 * @param consistency the weight of GRIT-VLP's consistency term in the contrastive loss
 * @param maskProbability probability of masking a token
 * @param negatives selection of matching's negatives within the batch
 * @param matchingMargin matching's negatives are limited to those whose cosine is at most that of
 *     the caption with its own image, less this share of it, in [0, 1]; if a batch has none, the
 *     least suspicious one is taken; -1 for no margin. Independent of the method's margin
 * @param momentum settings of the loss {@code momentum}; no effect on others
 * @param loss the objective by name, with its own settings; by default {@code momentum} for the
 *     method {@code albef} and {@code in-batch} for all others
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
            "objective.matching_margin goes with objective.negatives: hardest; matching_margin="
                + matchingMargin);
      }
    }
  }

  /**
   * ALBEF's momentum network, its queue and its distillation.
   *
   * @param decay of the momentum network's weights per step
   * @param queue number of earlier pairs whose vectors join the contrast; at least a batch
   * @param distillation weight of the momentum network's predictions in the targets of contrast and
   *     masked words; it grows linearly from 0 during the first epoch
   */
  public record MomentumConfig(float decay, int queue, float distillation) {
    public MomentumConfig {
      Checks.inRange("objective.momentum.decay", decay, 0, 1);
      Checks.atLeast("objective.momentum.queue", queue, 1);
      Checks.inRange("objective.momentum.distillation", distillation, 0, 1);
    }
  }

  /** Selection of matching's negatives. */
  public enum NegativeChoice {
    /** The most similar of the batch (GRIT-VLP, FALCON). */
    HARDEST,
    /** Drawn by softmax of the similarity (ALBEF). */
    DRAWN
  }
}
