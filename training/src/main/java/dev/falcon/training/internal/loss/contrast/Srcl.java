package dev.falcon.training.internal.loss.contrast;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.similarity.BatchSimilarities;
import dev.falcon.training.internal.loss.similarity.Contrast;
import dev.falcon.training.internal.loss.similarity.SquareRows;
import dev.falcon.training.internal.tensor.engine.Ops;

/**
 * SRCL's loss (Jiang et al., ACL 2023): InfoNCE whose negatives weigh the less the more similar
 * they are to the anchor, by what a frozen model and the learner itself say,
 *
 * <pre>
 * s_ij = a e^{κ ŝ_ij} + (1 - a) e^{κ ṡ_ij}
 * w_ij = (1 / s_ij) / mean_{k≠i} (1 / s_ik)
 * L    = -mean_i log( e^{z_ii} / (e^{z_ii} + Σ_{j≠i} w_ij e^{z_ij}) )
 * </pre>
 *
 * where ŝ and ṡ are cosines. The weights carry no gradient. The paper prints no κ, but shows
 * weights that only a κ near 3 gives.
 *
 * @param estimate ŝ, cosines of the frozen model [rows x rows], a row an image's with all captions
 * @param mixing a, how much the frozen model's word counts, in [0, 1]
 * @param sharpness κ, at least 0; 1 is as printed
 */
public record Srcl(NDArray estimate, float mixing, float sharpness) implements Contrast {
  public Srcl {
    if (!(mixing >= 0 && mixing <= 1)) {
      throw new RequestException("mixing must be in [0, 1]; mixing=" + mixing);
    }
    if (!(sharpness >= 0 && sharpness <= 100)) {
      throw new RequestException("sharpness must be in [0, 100]; sharpness=" + sharpness);
    }
  }

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

  /** log w off the diagonal, 0 on it [rows x rows]. */
  public NDArray logWeights(NDArray estimated, NDArray learned) {
    NDArray mixed =
        Ops.scale(exponential(estimated), mixing).add(Ops.scale(exponential(learned), 1 - mixing));
    NDArray inverse = mixed.log().neg();
    NDArray sum = SquareRows.logSumExp(SquareRows.negatives(inverse));
    return Ops.shift(inverse.sub(sum), (float) Math.log(SquareRows.negativesCount(learned)))
        .mul(SquareRows.others(learned));
  }

  private NDArray exponential(NDArray cosines) {
    return Ops.scale(cosines.stopGradient(), sharpness).exp();
  }
}
