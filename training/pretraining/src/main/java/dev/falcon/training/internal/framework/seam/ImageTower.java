// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

import ai.djl.ndarray.NDArray;
import dev.falcon.onnx.network.block.Declarations;
import dev.falcon.training.internal.tensor.Weights;

/** A framework's image encoder alone, for a warm start. */
public interface ImageTower {
  /** Declares the encoder's parameters under the names that they have in the whole network. */
  void declare(Declarations declare);

  /** Encodes images [rows x 3 x size x size]. */
  Seen see(Weights weights, NDArray images);

  /**
   * The encoder's outputs.
   *
   * @param patches the outputs at patches [rows x patches x width], where width is
   *     model.vision.width
   * @param whole the output for the whole image [rows x width]
   */
  record Seen(NDArray patches, NDArray whole) {
    /**
     * Splits tokens, the first of which represents the whole image [rows x (1 + patches) x width].
     */
    public static Seen of(NDArray tokens) {
      return new Seen(tokens.get(":,1:"), tokens.get(":,0"));
    }
  }
}
