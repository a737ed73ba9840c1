// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export.graph;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.graph.Tensor;
import java.util.Map;

/** The trained weights of a network, by the names listed in docs/reference/weights.md. */
@FunctionalInterface
public interface NamedWeights {
  /**
   * Returns the tensor with this name, in PyTorch's layout: a linear layer's weight is [out x in].
   *
   * @throws FalconException if there is no such tensor
   */
  Tensor get(String name);

  /** Returns the weights of a map. */
  static NamedWeights of(Map<String, Tensor> tensors) {
    return name -> {
      Tensor tensor = tensors.get(name);
      if (tensor == null) {
        throw new FalconException("the network's weights lack " + name);
      }
      return tensor;
    };
  }
}
