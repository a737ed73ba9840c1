package dev.falcon.training.internal.loss.objective;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.falcon.training.internal.tensor.Ops;

/** Row-wise operations on a square table with the own pairs on its diagonal. */
public final class SquareRows {
  /**
   * Added to an entry, removes it from a sum of exponentials; infinity would turn a gradient into
   * NaN.
   */
  private static final float OUT = -1e30f;

  private SquareRows() {}

  /** The own pairs' entries [rows x 1]. */
  public static NDArray own(NDArray table) {
    int rows = (int) table.getShape().get(0);
    NDArray diagonal = table.getManager().arange(0, rows, 1).toType(DataType.INT64, false);
    return table.gather(diagonal.expandDims(1), 1);
  }

  /** log Σ exp along the rows [rows x 1], for entries of any size. */
  public static NDArray logSumExp(NDArray table) {
    NDArray highest = table.stopGradient().max(new int[] {1}, true);
    return table.sub(highest).exp().sum(new int[] {1}, true).log().add(highest);
  }

  /** The table without its diagonal, for a sum of exponentials. */
  public static NDArray negatives(NDArray table) {
    return table.add(Ops.scale(identity(table), OUT));
  }

  /** The table without the entries where {@code mask} is 1, for a sum of exponentials. */
  public static NDArray without(NDArray table, NDArray mask) {
    return table.add(Ops.scale(mask, OUT));
  }

  /** 1 on the diagonal, 0 elsewhere. */
  public static NDArray identity(NDArray table) {
    return table.getManager().eye((int) table.getShape().get(0));
  }

  /** 1 everywhere except on the diagonal. */
  public static NDArray others(NDArray table) {
    return filled(table, 1).sub(identity(table));
  }

  /** Number of negatives of a row. */
  public static int negativesCount(NDArray table) {
    return (int) table.getShape().get(0) - 1;
  }

  /**
   * InfoNCE with a weight for every term of the denominator: the mean over rows of {@code log(Σ_j
   * w_ij e^{z_ij}) - z_ii}, 0-d.
   *
   * @param logits z [rows x rows]
   * @param logWeights log w, what broadcasts to [rows x rows]
   */
  public static NDArray weighted(NDArray logits, NDArray logWeights) {
    return logSumExp(logits.add(logWeights)).sub(own(logits)).mean();
  }

  /**
   * Cross-entropy towards given distributions: the mean over rows of {@code -Σ_j T_ij log
   * softmax(z)_ij}, 0-d.
   *
   * @param logits z [rows x rows]
   * @param targets T [rows x rows]; no gradient is taken of them
   */
  public static NDArray crossEntropy(NDArray logits, NDArray targets) {
    NDArray expected = targets.stopGradient().mul(logits.logSoftmax(-1)).sum(new int[] {1});
    return expected.mean().neg();
  }

  /**
   * The mass that a softmax puts on negatives [rows x rows], 0 on the diagonal.
   *
   * @param logits of it, own pairs included
   */
  public static NDArray push(NDArray logits) {
    return logits.softmax(-1).mul(others(logits));
  }

  /** The mass beyond what given targets assign. */
  public static NDArray push(NDArray logits, NDArray targets) {
    return Ops.relu(logits.softmax(-1).sub(targets)).mul(others(logits));
  }

  /** Half the sum of the two directions' values. */
  public static NDArray mean(NDArray imageToText, NDArray textToImage) {
    return Ops.scale(imageToText.add(textToImage), 0.5f);
  }

  /** A table of one value [rows x rows]. */
  public static NDArray filled(NDArray like, float value) {
    Shape shape = like.getShape();
    return like.getManager().full(shape, value, DataType.FLOAT32);
  }
}
