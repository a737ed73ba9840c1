package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.falcon.data.RequestException;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * The sigmoid loss with many positives, FFF's (Bulat et al., CVPR 2024): each pair of the batch by
 * itself is attracted or repelled,
 *
 * <pre>
 * L = (1/B) Σ_ij log(1 + e^{-y_ij (s_ij / τ + b)}),  y = 1 for positives, -1 else
 * </pre>
 *
 * @param positives 1 for a pair taken as a match, including the own one, 0 elsewhere [rows x rows],
 *     a row per image
 * @param bias b; the paper learns it, here it is held
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
   * The criteria by which two pairs are taken to match.
   *
   * @param across their cosine across modalities is above it
   * @param images their images' cosine is above it, and across modalities above {@code lower}
   * @param texts their captions' cosine is above it, and across modalities above {@code lower}
   * @param lower at most {@code across}
   */
  public record Rule(float across, float images, float texts, float lower) {
    public Rule {
      if (!(lower <= across)) {
        throw new RequestException(
            "lower must not exceed across; lower=" + lower + ", across=" + across);
      }
    }

    /**
     * The positives of a batch [rows x rows].
     *
     * @param across cosines, one row per image with all captions
     * @param images cosines of images with images
     * @param texts cosines of captions with captions
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
