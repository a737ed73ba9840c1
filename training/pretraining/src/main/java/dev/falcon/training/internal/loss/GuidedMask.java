// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import dev.falcon.mining.constraint.PositiveMargin;
import dev.falcon.training.internal.loss.objective.BatchSimilarities;
import dev.falcon.training.internal.loss.objective.Contrast;
import dev.falcon.training.internal.loss.objective.SquareRows;
import dev.falcon.training.internal.tensor.Ops;

/**
 * GIST's loss (Solatorio 2024; the cross-modal terms): InfoNCE without the negatives that are too
 * similar according to a frozen guide, that is, whose similarity exceeds the {@link
 * PositiveMargin}'s bound for the row's own pair. An own pair is never removed.
 *
 * @param guide the guide's cosines [rows x rows], one row per image with all captions
 * @param margin the minimum distance of a negative's cosine below that of the own pair
 */
public record GuidedMask(NDArray guide, PositiveMargin margin) implements Contrast {
  @Override
  public NDArray loss(BatchSimilarities batch) {
    return SquareRows.mean(
        direction(batch.imageLogits(), guide), direction(batch.textLogits(), guide.transpose()));
  }

  @Override
  public NDArray push(BatchSimilarities batch) {
    NDArray suspected = suspected(guide.stopGradient(), margin);
    return SquareRows.push(SquareRows.without(batch.imageLogits(), suspected));
  }

  private NDArray direction(NDArray logits, NDArray guided) {
    NDArray kept = SquareRows.without(logits, suspected(guided.stopGradient(), margin));
    return SquareRows.logSumExp(kept).sub(SquareRows.own(logits)).mean();
  }

  /** Returns 1 for negatives that are suspected of matching, and 0 elsewhere [rows x rows]. */
  static NDArray suspected(NDArray guided, PositiveMargin margin) {
    NDArray own = SquareRows.own(guided);
    NDArray distance =
        Ops.scale(own.abs(), margin.relative()).maximum(SquareRows.filled(own, margin.absolute()));
    NDArray beyond = guided.gt(own.sub(distance)).toType(DataType.FLOAT32, false);
    return beyond.mul(SquareRows.others(guided));
  }
}
