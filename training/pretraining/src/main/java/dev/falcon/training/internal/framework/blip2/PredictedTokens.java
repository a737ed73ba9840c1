// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.blip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * The inputs of generation: a caption's tokens, each of which predicts the next. Nothing is random:
 * the first token is replaced by the decoder's start token, and attention is causal.
 */
final class PredictedTokens {
  private PredictedTokens() {}

  /**
   * Returns captions to be predicted.
   *
   * @param captions the captions' tokens, padded [rows x length]
   * @param first the decoder's start token
   */
  static Corruption of(long[][] captions, long padding, long first) {
    int length = captions[0].length;
    long[][] fed = new long[captions.length][];
    int[] positions = new int[captions.length * length];
    long[] targets = new long[positions.length];
    int predicted = 0;
    for (int row = 0; row < captions.length; row++) {
      fed[row] = captions[row].clone();
      fed[row][0] = first;
      for (int place = 0; place + 1 < length; place++) {
        if (captions[row][place + 1] != padding) {
          positions[predicted] = row * length + place;
          targets[predicted++] = captions[row][place + 1];
        }
      }
    }
    return new Corruption(
        fed, Arrays.copyOf(positions, predicted), Arrays.copyOf(targets, predicted));
  }

  /**
   * Returns the causal mask over tokens, with all queries visible [1 x 1 x length x (queries +
   * length)]. Padding follows all tokens, so it needs no mask.
   */
  static NDArray mask(NDManager manager, int queries, int length) {
    int width = queries + length;
    float[] mask = new float[length * width];
    for (int place = 0; place < length; place++) {
      Arrays.fill(
          mask, place * width + queries + place + 1, (place + 1) * width, PaddedTokens.HIDDEN);
    }
    return Torch.floats(manager, mask, 1, 1, length, width);
  }
}
