// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * FFF's sigmoid loss with many positives (Bulat et al., CVPR 2024): each pair of the batch is
 * attracted or repelled independently,
 *
 * <pre>
 * L = (1/B) Σ_ij log(1 + e^{-y_ij (s_ij / τ + b)}),  y = 1 for positives, -1 else
 * </pre>
 *
 * @param positives 1 for a pair that counts as a match, including the own pair, and 0 elsewhere
 *     [rows x rows], one row per image
 * @param bias b, which the paper learns and which is constant here
 */
public record ManyPositives(NDArray positives, float bias) implements Contrast {
  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(
        direction(batch.imageLogits(), positives),
        direction(batch.textLogits(), positives.transpose()));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    NDArray logits = Ops.shift(batch.imageLogits(), bias);
    return Ops.sigmoid(logits).mul(Ops.shift(positives.neg(), 1));
  }

  private NDArray direction(NDArray logits, NDArray labels) {
    NDArray sign = Ops.shift(Ops.scale(labels, -2), 1); // -y
    NDArray losses = Ops.softplus(Ops.shift(logits, bias).mul(sign));
    return losses.sum(new int[] {1}).mean();
  }

  /**
   * The criteria by which an image and a caption count as a match.
   *
   * @param across the cosine across modalities above which they match
   * @param images the cosine of the image with the caption's own image above which they match if
   *     their cosine across modalities is above {@code lower}
   * @param texts the cosine of the caption with the image's own caption above which they match if
   *     their cosine across modalities is above {@code lower}
   * @param lower a bound of at most {@code across}
   */
  public record Rule(float across, float images, float texts, float lower) {
    public Rule {
      if (!(lower <= across)) {
        throw new RequestException(
            "lower must not exceed across; lower=" + lower + ", across=" + across);
      }
    }

    /**
     * Returns the positives of a batch [rows x rows].
     *
     * @param across the cosines of images with captions [rows x rows], one row per image
     * @param images the cosines of images with images [rows x rows]
     * @param texts the cosines of captions with captions [rows x rows]
     */
    public NDArray positives(NDArray across, NDArray images, NDArray texts) {
      NDArray alike = above(images, this.images).maximum(above(texts, this.texts));
      return above(across, this.across)
          .maximum(alike.mul(above(across, lower)))
          .maximum(SquareRows.identity(across));
    }

    private static NDArray above(NDArray cosines, float bound) {
      return cosines
          .stopGradient()
          .gt(Ops.scalar(cosines.getManager(), bound))
          .toType(DataType.FLOAT32, false);
    }
  }
}
