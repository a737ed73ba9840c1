package dev.falcon.training.config.method;

import dev.falcon.data.RequestException;
import dev.falcon.training.config.internal.Checks;

/**
 * The losses.
 *
 * @param consistency the weight of GRIT-VLP's consistency term in the contrastive loss
 * @param maskProbability the chance of each token to be hidden
 * @param negatives how matching's negatives are chosen within the batch
 * @param matchingMargin matching's negatives are only such whose cosine is at most that of the
 *     caption with its own image, less this part of it, in [0, 1]; where a batch has none such, the
 *     least suspicious; -1 for no margin. Apart from any margin of the method's
 * @param momentum what the loss {@code momentum} adds; without effect for others
 * @param loss the objective by name, with its own settings; where the YAML names none, {@code
 *     momentum} for the method {@code albef} and {@code in-batch} for all others
 */
public record ObjectiveConfig(
    float consistency,
    double maskProbability,
    NegativeChoice negatives,
    double matchingMargin,
    MomentumConfig momentum,
    LossConfig loss) {
  /** The value of {@code matchingMargin} that asks for none. */
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
   * ALBEF's momentum network and what comes from it.
   *
   * @param decay how much of its weights the momentum network keeps in a step
   * @param queue how many earlier pairs' vectors join the contrast; at least a batch
   * @param distillation the weight of its opinion in the targets of contrast and masked words; it
   *     climbs from 0 during the first epoch
   */
  public record MomentumConfig(float decay, int queue, float distillation) {
    public MomentumConfig {
      Checks.inRange("objective.momentum.decay", decay, 0, 1);
      Checks.atLeast("objective.momentum.queue", queue, 1);
      Checks.inRange("objective.momentum.distillation", distillation, 0, 1);
    }
  }

  /** How matching's negatives are chosen. */
  public enum NegativeChoice {
    /** The most similar of the batch (GRIT-VLP, FALCON). */
    HARDEST,
    /** Drawn by softmax of the similarity (ALBEF). */
    DRAWN
  }
}
