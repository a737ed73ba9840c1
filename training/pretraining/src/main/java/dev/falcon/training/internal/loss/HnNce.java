// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.Checks;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.InBatch;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * HN-NCE, DiHT's loss (Radenovic et al., CVPR 2023): InfoNCE with higher weights for harder
 * negatives,
 *
 * <pre>
 * w_ij = (B - 1) e^{β z_ij} / Σ_{k≠i} e^{β z_ik}
 * L    = -mean_i log( e^{z_ii} / (α e^{z_ii} + Σ_{j≠i} w_ij e^{z_ij}) )
 * </pre>
 *
 * with weights along the rows in both directions, through which gradients flow. Here, the two
 * directions are averaged, which keeps the scale of InfoNCE; α = 1, β = 0 is InfoNCE.
 *
 * @param alpha α, the own pair's weight, in (0, 1]
 * @param beta β, the weight of a negative's hardness, at least 0
 */
public record HnNce(float alpha, float beta) implements Contrast, ObjectiveProvider {
  public HnNce {
    if (!(alpha > 0)) {
      throw new RequestException("objective.loss.alpha must be above 0; alpha=" + alpha);
    }
    Checks.inRange("objective.loss.alpha", alpha, 0, 1);
    Checks.inRange("objective.loss.beta", beta, 0, 100);
  }

  /** Creates the loss with the constants of its public implementations. */
  public HnNce() {
    this(1, 0.5f);
  }

  @Override
  public String name() {
    return "hn-nce";
  }

  @Override
  public Objective objective(Materials materials) {
    return InBatch.of(this, materials);
  }

  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(direction(batch.imageLogits()), direction(batch.textLogits()));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    NDArray logits = batch.imageLogits();
    return SquareRows.push(logits.add(logWeights(logits)));
  }

  private NDArray direction(NDArray logits) {
    return SquareRows.weighted(logits, logWeights(logits));
  }

  /** Returns log w off the diagonal and log α on it [rows x rows]. */
  public NDArray logWeights(NDArray logits) {
    return hardness(logits, beta)
        .mul(SquareRows.others(logits))
        .add(Ops.scale(SquareRows.identity(logits), (float) Math.log(alpha)));
  }

  /**
   * Returns the logarithm of (B - 1) times the softmax of β z over a row's negatives [rows x rows].
   */
  static NDArray hardness(NDArray logits, float beta) {
    NDArray scaled = Ops.scale(logits, beta);
    NDArray sum = SquareRows.logSumExp(SquareRows.negatives(scaled));
    return Ops.shift(scaled.sub(sum), (float) Math.log(SquareRows.negativesCount(logits)));
  }
}
