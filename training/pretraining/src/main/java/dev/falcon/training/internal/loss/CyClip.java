// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.tensor.Ops;
import java.util.Optional;

/**
 * CyCLIP's loss (Goel et al., NeurIPS 2022): InfoNCE and two terms of cosines, without a
 * temperature, that make the geometry consistent,
 *
 * <pre>
 * λ_1 B mean_ij (v_i·v_j - t_i·t_j)² + λ_2 B mean_ij (v_i·t_j - v_j·t_i)²
 * </pre>
 *
 * The gradients of these terms reach both sides.
 *
 * @param withinModality λ_1, at least 0
 * @param acrossModalities λ_2, at least 0
 */
public record CyClip(float withinModality, float acrossModalities)
    implements Contrast, ObjectiveProvider {
  public CyClip {
    Checks.inRange("objective.loss.within_modality", withinModality, 0, 1000);
    Checks.inRange("objective.loss.across_modalities", acrossModalities, 0, 1000);
  }

  /** Creates the loss with the paper's weights. */
  public CyClip() {
    this(0.25f, 0.25f);
  }

  @Override
  public String name() {
    return "cyclip";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.ONE_VECTOR);
  }

  @Override
  public Objective objective(Materials materials) {
    return InBatch.of(this, materials);
  }

  @Override
  public NDArray loss(BatchSimilarities batch) {
    NDArray images = batch.images();
    NDArray texts = batch.texts();
    NDArray within =
        inconsistency(images.matMul(images.transpose()), texts.matMul(texts.transpose()));
    NDArray across = images.matMul(texts.transpose());
    return new InfoNce()
        .loss(batch)
        .add(Ops.scale(within, withinModality))
        .add(Ops.scale(inconsistency(across, across.transpose()), acrossModalities));
  }

  /**
   * {@inheritDoc} This is the push of InfoNCE, since the consistency terms act on tables rather
   * than pairs.
   */
  @Override
  public NDArray push(BatchSimilarities batch) {
    return new InfoNce().push(batch);
  }

  /** Returns B times the mean squared difference of two tables [rows x rows], 0-d. */
  static NDArray inconsistency(NDArray one, NDArray other) {
    return Ops.scale(one.sub(other).square().mean(), (float) one.getShape().get(0));
  }
}
