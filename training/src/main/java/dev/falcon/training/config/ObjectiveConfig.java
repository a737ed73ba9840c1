package dev.falcon.training.config;

/**
 * The losses.
 *
 * @param consistency the weight of GRIT-VLP's consistency term in the contrastive loss
 * @param maskProbability the chance of each token to be hidden
 * @param negatives how matching's negatives are chosen within the batch
 * @param momentum what the loss {@code momentum} adds; without effect for others
 * @param loss the objective by name, with its own settings; where the YAML names none, {@code
 *     momentum} for the method {@code albef} and {@code in-batch} for all others
 */
public record ObjectiveConfig(
    float consistency,
    double maskProbability,
    NegativeChoice negatives,
    MomentumConfig momentum,
    LossConfig loss) {
  public ObjectiveConfig {
    Checks.inRange("objective.consistency", consistency, 0, 100);
    Checks.inRange("objective.mask_probability", maskProbability, 0, 1);
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
