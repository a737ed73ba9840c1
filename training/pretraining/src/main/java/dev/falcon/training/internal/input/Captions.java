// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import java.util.Arrays;

/** Pads the captions of a batch to the longest. */
public final class Captions {
  private Captions() {}

  /**
   * Returns the captions' tokens of some rows, padded to the longest.
   *
   * @return [rows x longest]
   */
  public static long[][] padded(PairData data, int[] rows, Vocabulary vocabulary) {
    int[][] tokens = new int[rows.length][];
    Arrays.setAll(tokens, i -> data.tokens(rows[i]));
    return padded(tokens, vocabulary);
  }

  /**
   * Pads captions to equal length.
   *
   * @param tokens the tokens, one row per caption, of any lengths
   * @return [rows x longest]
   */
  public static long[][] padded(int[][] tokens, Vocabulary vocabulary) {
    int longest = Arrays.stream(tokens).mapToInt(row -> row.length).max().orElse(0);
    return padded(tokens, longest, vocabulary);
  }

  /**
   * Pads captions to a given length.
   *
   * @param tokens the tokens, one row per caption, none longer than {@code length}
   * @return [rows x length]
   */
  public static long[][] padded(int[][] tokens, int length, Vocabulary vocabulary) {
    long[][] padded = new long[tokens.length][length];
    for (int i = 0; i < tokens.length; i++) {
      Arrays.fill(padded[i], vocabulary.padding());
      for (int j = 0; j < tokens[i].length; j++) {
        padded[i][j] = tokens[i][j];
      }
    }
    return padded;
  }

  /** Concatenates the rows. */
  public static long[] flat(long[][] tokens) {
    int length = tokens[0].length;
    long[] flat = new long[tokens.length * length];
    for (int i = 0; i < tokens.length; i++) {
      System.arraycopy(tokens[i], 0, flat, i * length, length);
    }
    return flat;
  }
}
