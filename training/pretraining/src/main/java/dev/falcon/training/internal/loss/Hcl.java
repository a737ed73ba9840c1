// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.types.DataType;
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
 * HCL (Robinson et al., ICLR 2021): the {@link Debiased} loss with higher weights for harder
 * negatives. The expected contribution of matches is subtracted from the negatives' sum,
 *
 * <pre>
 * N   = B - 1
 * R   = Σ_{j≠i} w_ij e^{z_ij},  w as HN-NCE's
 * N_g = max( (R - τ⁺ N e^{z_ii}) / (1 - τ⁺),  N e^{-1/τ} )
 * L   = -mean_i log( e^{z_ii} / (e^{z_ii} + N_g) )
 * </pre>
 *
 * β = 0 is the debiased loss, τ⁺ = 0 is HN-NCE with α = 1. At a low temperature, a row that is
 * learned well is at its minimum and has no gradient unless τ⁺ is small.
 *
 * @param prior τ⁺, the probability that a negative is a match, in [0, 1)
 * @param beta β, the weight of a negative's hardness, at least 0
 */
public record Hcl(float prior, float beta) implements Contrast, ObjectiveProvider {
  /**
   * The default prior. The paper's 0.1 would leave most rows that are learned well without a
   * gradient at a temperature of 0.07.
   */
  static final float PRIOR = 0.01f;

  public Hcl {
    requirePrior(prior);
    Checks.inRange("objective.loss.beta", beta, 0, 100);
  }

  /** Creates the loss with a prior that suits the temperature. */
  public Hcl() {
    this(PRIOR, 1);
  }

  static void requirePrior(float prior) {
    if (!(prior >= 0 && prior < 1)) {
      throw new RequestException("objective.loss.prior must be in [0, 1); prior=" + prior);
    }
  }

  @Override
  public String name() {
    return "hcl";
  }

  @Override
  public Objective objective(Materials materials) {
    return InBatch.of(this, materials);
  }

  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(
        direction(batch.imageLogits(), batch.temperature()),
        direction(batch.textLogits(), batch.temperature()));
  }

  private NDArray direction(NDArray logits, NDArray temperature) {
    NDArray weighted = logits.add(HnNce.hardness(logits, beta));
    NDArray all = SquareRows.logSumExp(SquareRows.negatives(weighted));
    NDArray own = SquareRows.own(logits);
    NDArray negatives = prior == 0 ? all : corrected(all, own, temperature, logits);
    return Ops.softplus(negatives.sub(own)).mean();
  }

  /** {@inheritDoc} It is 0 for a row at its minimum, which has no gradient. */
  @Override
  public NDArray push(BatchSimilarities batch) {
    NDArray logits = batch.imageLogits();
    NDArray weighted = SquareRows.negatives(logits.add(HnNce.hardness(logits, beta)));
    NDArray all = SquareRows.logSumExp(weighted);
    NDArray own = SquareRows.own(logits);
    if (prior == 0) {
      return weighted.sub(all).exp().mul(Ops.sigmoid(all.sub(own)));
    }
    NDArray negatives = corrected(all, own, batch.temperature(), logits);
    NDArray lowest = lowest(batch.temperature(), logits);
    NDArray moving = negatives.gt(lowest).toType(DataType.FLOAT32, false);
    NDArray pushed = Ops.shift(weighted.sub(negatives), (float) -Math.log(1 - (double) prior));
    return pushed.exp().mul(Ops.sigmoid(negatives.sub(own))).mul(moving);
  }

  /** Returns log N_g [rows x 1], from log R and z_ii. */
  private NDArray corrected(NDArray all, NDArray own, NDArray temperature, NDArray logits) {
    float count = (float) Math.log(SquareRows.negativesCount(logits));
    NDArray nothing = SquareRows.filled(own, 0);
    NDArray lowest = nothing.add(lowest(temperature, logits));
    NDArray excess = Ops.shift(own, (float) Math.log(prior) + count).sub(all);
    NDArray some = excess.lt(nothing);
    // The branch that where() does not select is also computed, and must have a gradient.
    NDArray below = NDArrays.where(some, excess, SquareRows.filled(own, -1));
    NDArray rest = SquareRows.filled(own, 1).sub(below.exp()).log();
    NDArray corrected = Ops.shift(all.add(rest), (float) -Math.log(1 - (double) prior));
    return NDArrays.where(some, corrected.maximum(lowest), lowest);
  }

  /** Returns the logarithm of N e^{-1/τ}, 0-d. */
  private static NDArray lowest(NDArray temperature, NDArray logits) {
    return Ops.shift(
        inverse(temperature).neg(), (float) Math.log(SquareRows.negativesCount(logits)));
  }

  private static NDArray inverse(NDArray temperature) {
    return Ops.scalar(temperature.getManager(), 1).div(temperature);
  }
}
