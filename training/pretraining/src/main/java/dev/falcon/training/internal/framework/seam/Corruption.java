// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.seam;

/**
 * Corrupted captions, which are the input of the generative loss, and the tokens to predict. The
 * same object serves the loss before and after a step, so that both see identical masks.
 *
 * @param tokens the corrupted tokens [rows x length]
 * @param positions the positions of the predicted tokens, as row * length + position, ascending
 * @param targets the correct tokens at these positions
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Corruption(long[][] tokens, int[] positions, long[] targets) {
  /** Masks tokens of captions [rows x length], which differ from call to call. */
  @FunctionalInterface
  public interface Source {
    /** Returns the captions with other tokens masked than in the last call. */
    Corruption of(long[][] captions);
  }

  /** Returns the row of every predicted token. */
  public int[] rows() {
    int[] rows = positions.clone();
    for (int i = 0; i < rows.length; i++) {
      rows[i] /= tokens[0].length;
    }
    return rows;
  }
}
