package dev.falcon.training.config;

/**
 * The losses.
 *
 * @param consistency the weight of GRIT-VLP's consistency term in the contrastive loss
 * @param maskProbability the chance of each token to be hidden
 * @param negatives how matching's negatives are chosen within the batch
 */
public record ObjectiveConfig(float consistency, double maskProbability, NegativeChoice negatives) {
  public ObjectiveConfig {
    Checks.inRange("objective.consistency", consistency, 0, 100);
    Checks.inRange("objective.mask_probability", maskProbability, 0, 1);
  }

  /** How matching's negatives are chosen. */
  public enum NegativeChoice {
    /** The most similar of the batch (GRIT-VLP, FALCON). */
    HARDEST,
    /** Drawn by softmax of the similarity (ALBEF). */
    DRAWN
  }
}
