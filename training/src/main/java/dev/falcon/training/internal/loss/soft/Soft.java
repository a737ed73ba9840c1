package dev.falcon.training.internal.loss.soft;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.training.config.internal.Checks;
import dev.falcon.training.config.method.FrameworkTrait;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.similarity.Belief;
import java.util.Optional;

/**
 * Contrast towards softened targets.
 *
 * @param weight of what is believed in the targets
 * @param belief where it comes from
 */
public record Soft(float weight, SoftBelief belief) implements ObjectiveProvider {
  /** Where softened targets come from. */
  public enum SoftBelief {
    /** The same row in the other direction (GRIT-VLP). */
    @JsonProperty("other-direction")
    OTHER_DIRECTION,
    /** Everything alike (MAFA's S-ITC). */
    @JsonProperty("uniform")
    UNIFORM,
    /** Images' similarity to images, captions' to captions (SoftCLIP). */
    @JsonProperty("within-modality")
    WITHIN_MODALITY,
    /** A network that follows the learner, with {@code objective.momentum.decay} (ALBEF). */
    @JsonProperty("momentum")
    MOMENTUM
  }

  public Soft {
    Checks.inRange("objective.loss.weight", weight, 0, 1);
  }

  /** As ALBEF distils. */
  public Soft() {
    this(0.4f, SoftBelief.MOMENTUM);
  }

  @Override
  public String name() {
    return "soft";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return belief == SoftBelief.WITHIN_MODALITY || belief == SoftBelief.MOMENTUM
        ? Optional.of(FrameworkTrait.ONE_VECTOR)
        : Optional.empty();
  }

  @Override
  public Objective objective(Materials materials) {
    return switch (belief) {
      case OTHER_DIRECTION -> within(Belief.otherDirection(), materials);
      case UNIFORM -> within(Belief.uniform(), materials);
      case WITHIN_MODALITY -> within(Belief.withinModality(), materials);
      case MOMENTUM ->
          new Following(
              materials.torch(),
              materials.framework(),
              materials.first(),
              materials.config().objective().momentum().decay(),
              weight,
              materials.negatives());
    };
  }

  private InBatch within(Belief believed, Materials materials) {
    return InBatch.of(new SoftTargets(weight, believed), materials);
  }
}
