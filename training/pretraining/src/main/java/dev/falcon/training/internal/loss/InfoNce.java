// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;

/**
 * InfoNCE (van den Oord et al. 2018): the cross-entropy with the own pairs as targets, in both
 * directions.
 */
public record InfoNce() implements Contrast {
  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(own(batch.imageLogits()), own(batch.textLogits()));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    return SquareRows.push(batch.imageLogits());
  }

  private static NDArray own(NDArray logits) {
    return SquareRows.own(logits.logSoftmax(-1)).mean().neg();
  }
}
