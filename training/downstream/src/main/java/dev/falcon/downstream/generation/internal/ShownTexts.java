// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation.internal;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * Texts as inputs of a language model, after a number of positions without tokens.
 *
 * @param texts the tokens of the texts, padded to one length at the start or the end [rows x
 *     tokens]
 * @param before the number of positions before each text
 * @param padding the id of the padding token, which is masked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ShownTexts(long[][] texts, int before, int padding) {
  private int length() {
    return before + texts[0].length;
  }

  private boolean shown(int row, int place) {
    return place < before || texts[row][place - before] != padding;
  }

  /** Returns the tokens, int64 [rows x tokens]. */
  public NDArray ids(NDManager manager) {
    long[] ids = Arrays.stream(texts).flatMapToLong(Arrays::stream).toArray();
    return Torch.indices(manager, ids).reshape(texts.length, texts[0].length);
  }

  /**
   * Returns indices into OPT's table of positions, int64 [rows x (before + tokens)].
   *
   * @param skipped the number of positions that are left out before each text; none if absent
   */
  public NDArray positions(NDManager manager, int... skipped) {
    long[] positions = new long[texts.length * length()];
    for (int row = 0; row < texts.length; row++) {
      int seen = skipped.length == 0 ? 0 : skipped[row];
      for (int place = 0; place < length(); place++) {
        seen += shown(row, place) ? 1 : 0;
        // Padding has the index before the first, as in OPT's own class.
        positions[row * length() + place] = shown(row, place) ? seen + 1 : 1;
      }
    }
    return Torch.indices(manager, positions).reshape(texts.length, length());
  }

  /**
   * Returns the causal mask, which also hides padding [rows x 1 x (before + tokens) x (before +
   * tokens)].
   */
  public NDArray mask(NDManager manager) {
    int length = length();
    float[] mask = new float[texts.length * length * length];
    for (int row = 0; row < texts.length; row++) {
      for (int from = 0; from < length; from++) {
        for (int to = 0; to < length; to++) {
          mask[(row * length + from) * length + to] =
              to <= from && shown(row, to) ? 0 : PaddedTokens.HIDDEN;
        }
      }
    }
    return Torch.floats(manager, mask, texts.length, 1, length, length);
  }

  /**
   * The predicted tokens.
   *
   * @param places the indices over all rows of the positions at which tokens are predicted, each
   *     one before its token
   * @param labels the tokens
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Predicted(int[] places, long[] labels) {}

  /**
   * Returns all tokens except padding, as tokens to predict.
   *
   * @param given the number of leading tokens of each text that are not predicted; at least 1 if
   *     nothing precedes the texts
   */
  public Predicted predicted(int given) {
    int[] places = new int[texts.length * texts[0].length];
    long[] labels = new long[places.length];
    int count = 0;
    for (int row = 0; row < texts.length; row++) {
      for (int place = before + given; place < length(); place++) {
        if (shown(row, place)) {
          places[count] = row * length() + place - 1;
          labels[count++] = texts[row][place - before];
        }
      }
    }
    return new Predicted(Arrays.copyOf(places, count), Arrays.copyOf(labels, count));
  }
}
