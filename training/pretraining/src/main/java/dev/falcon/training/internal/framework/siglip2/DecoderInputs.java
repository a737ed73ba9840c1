// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.framework.seam.Corruption;
import dev.falcon.training.internal.framework.seam.GenerativeInputs;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * The inputs of the decoder, as in CapPa (Tschannen et al., 2023): either a caption's tokens,
 * shifted by one, with a causal mask; or, for a caption that is predicted in parallel, mask tokens
 * with full attention.
 *
 * @param fed the input tokens, int64 [rows x places]
 * @param mask the mask that is added to the scores of attention [rows x 1 x places x places]
 * @param weights the weights of the predicted tokens' losses, by which losses are averaged within
 *     captions and then over captions [predicted tokens]
 */
record DecoderInputs(NDArray fed, NDArray mask, NDArray weights) {
  /**
   * Returns captions to predict, each of them in parallel with probability 1/2.
   *
   * @param captions the captions' tokens, padded [rows x length]
   * @param places the number of tokens of every caption, including padding
   */
  static Corruption corrupt(
      long[][] captions, int places, long padding, long maskToken, RandomStream random) {
    long[][] fed = new long[captions.length][places];
    int[] positions = new int[captions.length * places];
    long[] targets = new long[positions.length];
    int predicted = 0;
    for (int row = 0; row < captions.length; row++) {
      if (random.nextDouble() < 0.5) {
        Arrays.fill(fed[row], maskToken);
      } else {
        Arrays.fill(fed[row], padding);
        System.arraycopy(captions[row], 0, fed[row], 1, Math.min(captions[row].length, places - 1));
      }
      for (int place = 0; place < captions[row].length; place++) {
        if (captions[row][place] != padding) {
          positions[predicted] = row * places + place;
          targets[predicted++] = captions[row][place];
        }
      }
    }
    return new Corruption(
        fed, Arrays.copyOf(positions, predicted), Arrays.copyOf(targets, predicted));
  }

  /**
   * Returns the tensors of a corruption, padded to full length.
   *
   * @param predicted the corruption, with packed tokens
   * @param captions the packed layout
   */
  static DecoderInputs of(
      NDManager manager,
      GenerativeInputs predicted,
      Sequences captions,
      int places,
      long maskToken) {
    long[][] fed = captions.rows(predicted.tokens().toLongArray(), places, maskToken);
    float[] hidden = new float[fed.length * places * places];
    for (int row = 0; row < fed.length; row++) {
      boolean parallel = fed[row][0] == maskToken;
      for (int place = 0; place < places; place++) {
        int from = (row * places + place) * places;
        Arrays.fill(
            hidden, from + (parallel ? places : place + 1), from + places, PaddedTokens.HIDDEN);
      }
    }
    return new DecoderInputs(
        table(manager, fed),
        Torch.floats(manager, hidden, fed.length, 1, places, places),
        Torch.floats(manager, weights(predicted.rows()), predicted.rows().length));
  }

  /** Returns the weight of every predicted token in the mean of the captions' means. */
  static float[] weights(int[] rows) {
    int[] words = new int[Arrays.stream(rows).max().orElse(-1) + 1];
    int some = 0;
    for (int row : rows) {
      some += words[row]++ == 0 ? 1 : 0;
    }
    float[] weights = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      weights[i] = (float) (1.0 / words[rows[i]] / some);
    }
    return weights;
  }

  /** Returns an int64 matrix. */
  static NDArray table(NDManager manager, long[][] rows) {
    long[] flat = Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray();
    return Torch.indices(manager, flat).reshape(rows.length, rows[0].length);
  }
}
