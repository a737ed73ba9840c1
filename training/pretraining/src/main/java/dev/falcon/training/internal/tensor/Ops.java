// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.ndarray.types.SparseFormat;
import java.util.Arrays;

/**
 * Differentiable operations that are not plain methods of {@link NDArray}.
 *
 * <p>DJL's overloads that take a Java number ({@code add(Number)} and the like) wrap it in a native
 * tensor over Java memory and free that memory at once, although the autograd graph still refers to
 * it: gradients then occasionally read arbitrary memory. Here a number becomes a tensor whose
 * memory PyTorch owns. No class of this module may call the overloads; a test enforces it.
 */
public final class Ops {
  private Ops() {}

  /**
   * Returns a 0-d tensor whose memory the engine owns, so that it lives as long as the graph needs
   * it.
   */
  public static NDArray scalar(NDManager manager, float value) {
    return manager.full(new Shape(), value, DataType.FLOAT32);
  }

  /** Returns {@code x * factor}. */
  public static NDArray scale(NDArray x, float factor) {
    return x.mul(scalar(x.getManager(), factor));
  }

  /** Returns {@code x + summand}. */
  public static NDArray shift(NDArray x, float summand) {
    return x.add(scalar(x.getManager(), summand));
  }

  /** Returns {@code x W^T + b}; x [... x in], weight [out x in], bias [out] or null for none. */
  public static NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return x.getNDArrayInternal().linear(x, weight, bias).head();
  }

  /**
   * Normalises the last axis, then applies an affine map; x [... x width]; bias [width] or null for
   * none.
   */
  public static NDArray layerNorm(NDArray x, NDArray weight, NDArray bias, float epsilon) {
    NDArray added = bias == null ? weight.zerosLike() : bias;
    return x.getNDArrayInternal().layerNorm(x, weight.getShape(), weight, added, epsilon).head();
  }

  /** Returns the exact (erf) GELU. */
  public static NDArray gelu(NDArray x) {
    return x.getNDArrayInternal().gelu();
  }

  /** Returns log(1 + exp(x)). */
  public static NDArray softplus(NDArray x) {
    return x.getNDArrayInternal().softPlus();
  }

  /** Returns 1 / (1 + e^{-x}). */
  public static NDArray sigmoid(NDArray x) {
    return x.getNDArrayInternal().sigmoid();
  }

  /** Returns max(x, 0). */
  public static NDArray relu(NDArray x) {
    return x.getNDArrayInternal().relu();
  }

  /** Returns rows of a table; ids int64 [...], table [rows x width] to [... x width]. */
  public static NDArray embedding(NDArray ids, NDArray table) {
    return ids.getNDArrayInternal().embedding(ids, table, SparseFormat.DENSE).head();
  }

  /**
   * Zeroes each value with the given probability and scales up the others; returns x itself if the
   * probability is 0.
   */
  public static NDArray dropout(NDArray x, float probability) {
    return probability == 0
        ? x
        : x.getNDArrayInternal().dropout(x, probability, true).singletonOrThrow();
  }

  /** Divides each vector along the last axis by its Euclidean length. */
  public static NDArray normalise(NDArray x) {
    return x.normalize(2, -1, 1e-12);
  }

  /** Returns the first token of every sequence; x [rows x tokens x width] to [rows x width]. */
  public static NDArray firstToken(NDArray x) {
    return x.get(":,0");
  }

  /** Returns rows along the first axis, by int64 indices [n]. */
  public static NDArray rows(NDArray x, NDArray indices) {
    // As an embedding, whose backward pass adds whole rows, while that of indexing adds single
    // values.
    Shape shape = x.getShape();
    if (shape.dimension() == 2) {
      return embedding(indices, x);
    }
    NDArray flat = x.reshape(new Shape(shape.get(0), shape.size() / shape.get(0)));
    long[] extents = shape.getShape().clone();
    extents[0] = indices.getShape().get(0);
    return embedding(indices, flat).reshape(new Shape(extents));
  }

  /**
   * Returns rows along the first axis, from one number (inclusive) to another (exclusive); x itself
   * for all rows.
   */
  public static NDArray rows(NDArray x, int from, int to) {
    return from == 0 && to == x.getShape().get(0) ? x : x.get(from + ":" + to);
  }

  /** Splits the last axis into pieces of one width. */
  public static NDList split(NDArray x, int width) {
    Shape shape = x.getShape();
    int axis = shape.dimension() - 1;
    long[] cuts = new long[(int) (shape.get(axis) / width) - 1];
    Arrays.setAll(cuts, i -> (i + 1L) * width);
    return x.split(cuts, axis);
  }

  /**
   * Returns softmax(q kᵀ / √width + mask) v. Without dropout, this is one fused operation.
   *
   * @param query the queries [rows x heads x tokens x width]
   * @param key the keys [rows x heads x others x width]
   * @param value the values [rows x heads x others x width]
   * @param mask added to the scores, broadcastable to [rows x heads x tokens x others]; null for
   *     none
   * @param dropout the probability of dropout of the softmax weights
   * @return the result [rows x heads x tokens x width]
   */
  public static NDArray attention(
      NDArray query, NDArray key, NDArray value, NDArray mask, float dropout) {
    return attention(query, key, value, mask, dropout, false);
  }

  /**
   * Like {@link #attention(NDArray, NDArray, NDArray, NDArray, float)}, in a given precision.
   *
   * @param bfloat16 whether products are computed in bfloat16
   */
  public static NDArray attention(
      NDArray query, NDArray key, NDArray value, NDArray mask, float dropout, boolean bfloat16) {
    if (dropout == 0) {
      return FusedKernels.attention(query, key, value, mask, bfloat16);
    }
    NDArray scaled = scale(query, (float) (1 / Math.sqrt((double) query.getShape().get(3))));
    NDArray others = key.transpose(0, 1, 3, 2);
    NDArray scores = bfloat16 ? FusedKernels.matMul16(scaled, others) : scaled.matMul(others);
    NDArray masked = mask == null ? scores : scores.add(mask);
    NDArray weights = dropout(masked.softmax(-1), dropout);
    return bfloat16 ? FusedKernels.matMul16(weights, value) : weights.matMul(value);
  }

  /** Concatenates arrays along the first axis. */
  public static NDArray concatRows(NDArray first, NDArray... others) {
    NDList list = new NDList(first);
    for (NDArray other : others) {
      list.add(other);
    }
    return NDArrays.concat(list, 0);
  }

  /**
   * Returns the mean negative log-likelihood, 0-d.
   *
   * @param logits the logits, of any scale [rows x classes]
   * @param labels the correct classes, int64 [rows]
   */
  public static NDArray crossEntropy(NDArray logits, NDArray labels) {
    return logits.logSoftmax(-1).gather(labels.expandDims(-1), 1).neg().mean();
  }
}
