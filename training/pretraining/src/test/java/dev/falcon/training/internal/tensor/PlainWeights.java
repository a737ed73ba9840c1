// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Optional;

/** The operators that have no plain form, executed; all others in their plain form. */
record PlainWeights(Weights weights) implements TensorAlgebra<NDArray> {
  @Override
  public NDArray get(String name) {
    return weights.get(name);
  }

  @Override
  public NDArray linear(NDArray x, String name) {
    return weights.linear(x, name);
  }

  @Override
  public NDArray linear(NDArray x, NDArray weight, NDArray bias) {
    return weights.linear(x, weight, bias);
  }

  @Override
  public NDArray layerNorm(NDArray x, String name, float epsilon) {
    return weights.layerNorm(x, name, epsilon);
  }

  @Override
  public NDArray patches(NDArray images, String name, int side, int perSide) {
    return weights.patches(images, name, side, perSide);
  }

  @Override
  public NDArray repeated(String name, NDArray rows) {
    return weights.repeated(name, rows);
  }

  @Override
  public NDArray add(NDArray a, NDArray b) {
    return weights.add(a, b);
  }

  @Override
  public NDArray scale(NDArray x, float factor) {
    return weights.scale(x, factor);
  }

  @Override
  public NDArray shift(NDArray x, float summand) {
    return weights.shift(x, summand);
  }

  @Override
  public NDArray matMul(NDArray a, NDArray b) {
    return weights.matMul(a, b);
  }

  @Override
  public NDArray mean(NDArray x, int axis) {
    return weights.mean(x, axis);
  }

  @Override
  public NDArray softmax(NDArray x) {
    return weights.softmax(x);
  }

  @Override
  public NDArray gelu(NDArray x) {
    return weights.gelu(x);
  }

  @Override
  public NDArray tanhGelu(NDArray x) {
    return weights.tanhGelu(x);
  }

  @Override
  public NDArray slice(NDArray x, int axis, long from, long to) {
    return weights.slice(x, axis, from, to);
  }

  @Override
  public NDArray relu(NDArray x) {
    return weights.relu(x);
  }

  @Override
  public NDArray softplus(NDArray x) {
    return weights.softplus(x);
  }

  @Override
  public NDArray rows(NDArray x, NDArray indices) {
    return x.get(indices);
  }

  @Override
  public NDArray at(NDArray x, int axis, long index) {
    return weights.at(x, axis, index);
  }

  @Override
  public NDArray firstRows(NDArray table, NDArray like, int axis) {
    return weights.firstRows(table, like, axis);
  }

  @Override
  public NDArray reshape(NDArray x, long... shape) {
    return weights.reshape(x, shape);
  }

  @Override
  public NDArray transpose(NDArray x, int... permutation) {
    return weights.transpose(x, permutation);
  }

  @Override
  public NDArray concat(int axis, NDArray first, NDArray second) {
    return weights.concat(axis, first, second);
  }

  @Override
  public TokenLayout<NDArray> evenly(NDArray tokens) {
    return new PaddedTokens<>(tokens, Optional.empty());
  }
}
