package dev.falcon.training.internal.input;

import java.util.Arrays;

/** Captions of a batch, padded to the longest. */
public final class Captions {
  private Captions() {}

  /**
   * The tokens of some rows.
   *
   * @return [rows x longest]
   */
  public static long[][] padded(PairData data, int[] rows, Vocabulary vocabulary) {
    int[][] tokens = new int[rows.length][];
    int longest = 0;
    for (int i = 0; i < rows.length; i++) {
      tokens[i] = data.tokens(rows[i]);
      longest = Math.max(longest, tokens[i].length);
    }
    long[][] padded = new long[rows.length][longest];
    for (int i = 0; i < rows.length; i++) {
      Arrays.fill(padded[i], vocabulary.padding());
      for (int j = 0; j < tokens[i].length; j++) {
        padded[i][j] = tokens[i][j];
      }
    }
    return padded;
  }

  /** The rows one after another. */
  public static long[] flat(long[][] tokens) {
    int length = tokens[0].length;
    long[] flat = new long[tokens.length * length];
    for (int i = 0; i < tokens.length; i++) {
      System.arraycopy(tokens[i], 0, flat, i * length, length);
    }
    return flat;
  }
}
