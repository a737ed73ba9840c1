package dev.falcon.training.internal.loss.contrast;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.similarity.BatchSimilarities;
import dev.falcon.training.internal.loss.similarity.Contrast;
import dev.falcon.training.internal.tensor.engine.Ops;

/**
 * CyCLIP's loss (Goel et al., NeurIPS 2022): InfoNCE, and two terms that make the geometry
 * consistent, of cosines without a temperature,
 *
 * <pre>
 * λ_1 B mean_ij (v_i·v_j - t_i·t_j)² + λ_2 B mean_ij (v_i·t_j - v_j·t_i)²
 * </pre>
 *
 * The terms carry their gradient to both sides.
 *
 * @param withinModality λ_1, at least 0
 * @param acrossModalities λ_2, at least 0
 */
public record CyClip(float withinModality, float acrossModalities) implements Contrast {
  public CyClip {
    requireWeight("within_modality", withinModality);
    requireWeight("across_modalities", acrossModalities);
  }

  private static void requireWeight(String name, float weight) {
    if (!(weight >= 0 && weight <= 1000)) {
      throw new RequestException(name + " must be in [0, 1000]; " + name + "=" + weight);
    }
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

  /** That of InfoNCE: the consistency terms pull tables together, not pairs. */
  @Override
  public NDArray push(BatchSimilarities batch) {
    return new InfoNce().push(batch);
  }

  /** B times the mean squared difference of two tables [rows x rows], 0-d. */
  static NDArray inconsistency(NDArray one, NDArray other) {
    return Ops.scale(one.sub(other).square().mean(), (float) one.getShape().get(0));
  }
}
