// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.config.Checks;
import dev.falcon.training.config.FrameworkTrait;
import dev.falcon.training.config.TrainConfig;
import dev.falcon.training.internal.framework.FrozenNetwork;
import dev.falcon.training.internal.input.TrainingData;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.Materials;
import dev.falcon.training.internal.loss.objective.Objective;
import dev.falcon.training.internal.loss.objective.ObjectiveProvider;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.store.Checkpoint;
import dev.falcon.training.internal.tensor.Ops;
import java.nio.file.Path;
import java.util.Optional;

/**
 * SRCL's loss (Jiang et al., ACL 2023): InfoNCE with lower weights for negatives that are more
 * similar to the anchor, as judged by a frozen model and, increasingly, by the learner itself,
 *
 * <pre>
 * s_ij = a e^{κ ŝ_ij} + (1 - a) e^{κ ṡ_ij}
 * w_ij = (1 / s_ij) / mean_{k≠i} (1 / s_ik)
 * L    = -mean_i log( e^{z_ii} / (e^{z_ii} + Σ_{j≠i} w_ij e^{z_ij}) )
 * </pre>
 *
 * where ŝ and ṡ are cosines. The weights carry no gradient. The paper states no κ, but its weights
 * imply a κ near 3.
 *
 * @param estimate the frozen model: a Falcon checkpoint or a run's folder, trained on the same data
 * @param sharpness κ, at least 0; 1 as in the paper's formula
 * @param mixing a, the frozen model's weight in the first step, in [0, 1]
 * @param mixingAtEnd its weight in the last step; in between it changes linearly
 */
public record Srcl(String estimate, float sharpness, float mixing, float mixingAtEnd)
    implements ObjectiveProvider {
  private static final String ESTIMATE = "objective.loss.estimate";

  public Srcl {
    Checks.inRange("objective.loss.sharpness", sharpness, 0, 100);
    Checks.inRange("objective.loss.mixing", mixing, 0, 1);
    Checks.inRange("objective.loss.mixing_at_end", mixingAtEnd, 0, 1);
  }

  /** Creates the loss as in the paper's formula. */
  public Srcl() {
    this("", 1, 1, 0);
  }

  @Override
  public String name() {
    return "srcl";
  }

  @Override
  public Optional<FrameworkTrait> needs() {
    return Optional.of(FrameworkTrait.ONE_VECTOR);
  }

  @Override
  public void requireComplete() {
    Checks.named(ESTIMATE, estimate);
  }

  @Override
  public Objective objective(Materials materials) {
    return new Guided(
        materials.frozen(ESTIMATE, estimate),
        (cosines, step) -> {
          float come = progress(step, materials.steps());
          return new Weighing(cosines.across(), mixing + come * (mixingAtEnd - mixing), sharpness);
        },
        materials.negatives());
  }

  @Override
  public void requirePossible(TrainConfig config, TrainingData data) {
    Checkpoint found = FrozenNetwork.findComparing(ESTIMATE, Path.of(estimate), config, data);
    boolean same = found.data().equals(data.identity());
    if (!same || !found.config().data().scenes().equals(config.data().scenes())) {
      throw new RequestException(
          ESTIMATE
              + ": "
              + found.file()
              + " was trained on other pairs than this run's; SRCL estimates from the same data");
    }
  }

  /** Returns the progress of a run, from 0 in the first step to 1 in the last. */
  static float progress(long step, long steps) {
    return steps < 2 ? 0 : Math.min(1, step / (float) (steps - 1));
  }

  /**
   * The loss of one step.
   *
   * @param estimate ŝ, the frozen model's cosines [rows x rows], one row per image with all
   *     captions
   * @param mixing a
   * @param sharpness κ
   */
  public record Weighing(NDArray estimate, float mixing, float sharpness) implements Contrast {
    @Override
    public NDArray loss(BatchSimilarities batch) {
      return SquareRows.mean(
          SquareRows.weighted(batch.imageLogits(), logWeights(estimate, batch.imageToText())),
          SquareRows.weighted(
              batch.textLogits(), logWeights(estimate.transpose(), batch.textToImage())));
    }

    @Override
    public NDArray push(BatchSimilarities batch) {
      return SquareRows.push(batch.imageLogits().add(logWeights(estimate, batch.imageToText())));
    }

    /** Returns log w off the diagonal and 0 on it [rows x rows]. */
    public NDArray logWeights(NDArray estimated, NDArray learned) {
      NDArray mixed =
          Ops.scale(exponential(estimated), mixing)
              .add(Ops.scale(exponential(learned), 1 - mixing));
      NDArray inverse = mixed.log().neg();
      NDArray sum = SquareRows.logSumExp(SquareRows.negatives(inverse));
      return Ops.shift(inverse.sub(sum), (float) Math.log(SquareRows.negativesCount(learned)))
          .mul(SquareRows.others(learned));
    }

    private NDArray exponential(NDArray cosines) {
      return Ops.scale(cosines.stopGradient(), sharpness).exp();
    }
  }
}
