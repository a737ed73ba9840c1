// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.tensor.Ops;

/** Row-wise operations on a square table whose diagonal holds the own pairs. */
public final class SquareRows {
  /**
   * The value that, added to an entry, removes it from a sum of exponentials. Infinity would turn a
   * gradient into NaN.
   */
  private static final float OUT = -1e30f;

  private SquareRows() {}

  /** Returns the own pairs' entries [rows x 1]. */
  public static NDArray own(NDArray table) {
    int rows = (int) table.getShape().get(0);
    NDArray diagonal = table.getManager().arange(0, rows, 1).toType(DataType.INT64, false);
    return table.gather(diagonal.expandDims(1), 1);
  }

  /** Returns log Σ exp along the rows, for entries of any size [rows x 1]. */
  public static NDArray logSumExp(NDArray table) {
    NDArray highest = table.stopGradient().max(new int[] {1}, true);
    return table.sub(highest).exp().sum(new int[] {1}, true).log().add(highest);
  }

  /** Returns the table without its diagonal, for a sum of exponentials. */
  public static NDArray negatives(NDArray table) {
    return table.add(Ops.scale(identity(table), OUT));
  }

  /** Returns the table without the entries where {@code mask} is 1, for a sum of exponentials. */
  public static NDArray without(NDArray table, NDArray mask) {
    return table.add(Ops.scale(mask, OUT));
  }

  /** Returns 1 on the diagonal and 0 elsewhere [rows x rows]. */
  public static NDArray identity(NDArray table) {
    return table.getManager().eye((int) table.getShape().get(0));
  }

  /** Returns 0 on the diagonal and 1 elsewhere [rows x rows]. */
  public static NDArray others(NDArray table) {
    return filled(table, 1).sub(identity(table));
  }

  /** Returns the number of negatives per row. */
  public static int negativesCount(NDArray table) {
    return (int) table.getShape().get(0) - 1;
  }

  /**
   * Returns InfoNCE with a weight for every term of the denominator: the mean over rows of {@code
   * log(Σ_j w_ij e^{z_ij}) - z_ii}, 0-d.
   *
   * @param logits z [rows x rows]
   * @param logWeights log w, broadcastable to [rows x rows]
   */
  public static NDArray weighted(NDArray logits, NDArray logWeights) {
    return logSumExp(logits.add(logWeights)).sub(own(logits)).mean();
  }

  /**
   * Returns the cross-entropy with given targets: the mean over rows of {@code -Σ_j T_ij log
   * softmax(z)_ij}, 0-d.
   *
   * @param logits z [rows x rows]
   * @param targets T [rows x rows], which carry no gradient
   */
  public static NDArray crossEntropy(NDArray logits, NDArray targets) {
    NDArray expected = targets.stopGradient().mul(logits.logSoftmax(-1)).sum(new int[] {1});
    return expected.mean().neg();
  }

  /**
   * Returns the mass that a softmax puts on negatives [rows x rows], 0 on the diagonal.
   *
   * @param logits the logits of the softmax, including own pairs
   */
  public static NDArray push(NDArray logits) {
    return logits.softmax(-1).mul(others(logits));
  }

  /** Returns the mass by which a softmax exceeds given targets. */
  public static NDArray push(NDArray logits, NDArray targets) {
    return Ops.relu(logits.softmax(-1).sub(targets)).mul(others(logits));
  }

  /** Returns the mean of the values of both directions. */
  public static NDArray mean(NDArray imageToText, NDArray textToImage) {
    return Ops.scale(imageToText.add(textToImage), 0.5f);
  }

  /** Returns a table of one value [rows x rows]. */
  public static NDArray filled(NDArray like, float value) {
    Shape shape = like.getShape();
    return like.getManager().full(shape, value, DataType.FLOAT32);
  }
}
