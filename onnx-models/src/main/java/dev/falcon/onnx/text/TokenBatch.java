// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

/**
 * A batch of captions as the inputs of a text graph.
 *
 * @param rows the number of captions
 * @param length the number of tokens per caption, including padding
 * @param ids the token ids {@code // [rows x length]}
 * @param mask 1 for a token and 0 for padding {@code // [rows x length]}
 * @param types 1 for a token of the second text of a pair, otherwise 0 {@code // [rows x length]}
 */
@SuppressWarnings("ArrayRecordComponent") // inputs of a graph; never compared
public record TokenBatch(int rows, int length, int[] ids, int[] mask, int[] types) {
  /** Creates a batch of single texts, whose token types are all 0. */
  public TokenBatch(int rows, int length, int[] ids, int[] mask) {
    this(rows, length, ids, mask, new int[ids.length]);
  }

  /** Returns whether a caption has no tokens, not even special ones. */
  public boolean isMasked(int row) {
    return mask[row * length] == 0;
  }
}
