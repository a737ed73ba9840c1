// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.objective.TargetDistribution;
import java.util.Optional;

/**
 * Contrast with soft targets.
 *
 * @param weight the weight of the soft part of the targets
 * @param belief the source of the soft part
 */
public record Soft(float weight, SoftTargetKind belief) implements ObjectiveProvider {
  /** The source of the soft part. */
  public enum SoftTargetKind {
    /** The predictions for the same row in the other direction (GRIT-VLP). */
    @JsonProperty("other-direction")
    OTHER_DIRECTION,
    /** The uniform distribution (MAFA's S-ITC). */
    @JsonProperty("uniform")
    UNIFORM,
    /** The similarity of images to images and of captions to captions (SoftCLIP). */
    @JsonProperty("within-modality")
    WITHIN_MODALITY,
    /** The predictions of a momentum network, with {@code objective.momentum.decay} (ALBEF). */
    @JsonProperty("momentum")
    MOMENTUM
  }

  public Soft {
    Checks.inRange("objective.loss.weight", weight, 0, 1);
  }

  /** Creates the loss as in ALBEF's distillation. */
  public Soft() {
    this(0.4f, SoftTargetKind.MOMENTUM);
  }

  @Override
  public String name() {
    return "soft";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return belief == SoftTargetKind.WITHIN_MODALITY || belief == SoftTargetKind.MOMENTUM
        ? Optional.of(FrameworkTrait.ONE_VECTOR)
        : Optional.empty();
  }

  @Override
  public Objective objective(Materials materials) {
    return switch (belief) {
      case OTHER_DIRECTION -> within(TargetDistribution.otherDirection(), materials);
      case UNIFORM -> within(TargetDistribution.uniform(), materials);
      case WITHIN_MODALITY -> within(TargetDistribution.withinModality(), materials);
      case MOMENTUM ->
          new MomentumTeacher(
              materials.torch(),
              materials.framework(),
              materials.first(),
              materials.config().objective().momentum().decay(),
              weight,
              materials.negatives());
    };
  }

  private InBatch within(TargetDistribution believed, Materials materials) {
    return InBatch.of(new SoftTargets(weight, believed), materials);
  }
}
