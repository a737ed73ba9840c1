// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.tensor;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.onnx.network.block.TensorAlgebra;
import dev.falcon.onnx.network.block.TensorAlgebra.TokenLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * The layout of sequences of different lengths in a table of tokens, concatenated without padding.
 *
 * <p>Captions are padded to the longest of a batch only in attention. Everything else is computed
 * only for real tokens, which are three of five positions in a batch of Scenes.
 */
public final class Sequences implements TokenLayout<NDArray> {
  private final NDManager manager;
  private final int[] starts;
  private final int longest;
  private final NDArray padding; // int64 [rows * longest], null if all are of one length
  private final NDArray packing; // int64 [tokens], null if all are of one length
  private final NDArray mask; // [rows x 1 x 1 x longest], null if all are of one length

  private Sequences(NDManager manager, int[] starts, int longest, boolean ragged) {
    this.manager = manager;
    this.starts = starts;
    this.longest = longest;
    int rows = starts.length - 1;
    if (!ragged) {
      padding = null;
      packing = null;
      mask = null;
      return;
    }
    long[] tokenAt = new long[rows * longest];
    long[] placeOf = new long[starts[rows]];
    float[] hidden = new float[rows * longest];
    Arrays.fill(hidden, PaddedTokens.HIDDEN);
    for (int row = 0; row < rows; row++) {
      for (int token = starts[row]; token < starts[row + 1]; token++) {
        int place = row * longest + token - starts[row];
        tokenAt[place] = token;
        placeOf[token] = place;
        hidden[place] = 0;
      }
    }
    padding = Torch.indices(manager, tokenAt);
    packing = Torch.indices(manager, placeOf);
    mask = Torch.floats(manager, hidden, rows, 1, 1, longest);
  }

  /** Returns the layout of sequences of the given lengths, each at least 1. */
  public static Sequences of(NDManager manager, int[] lengths) {
    int[] starts = new int[lengths.length + 1];
    int longest = 0;
    boolean ragged = false;
    for (int row = 0; row < lengths.length; row++) {
      starts[row + 1] = Math.addExact(starts[row], lengths[row]);
      longest = Math.max(longest, lengths[row]);
      ragged |= lengths[row] != lengths[0];
    }
    return new Sequences(manager, starts, longest, ragged);
  }

  /**
   * Returns the layout of the captions in a padded table [rows x length]; padding follows the
   * captions.
   */
  public static Sequences of(NDManager manager, long[][] padded, long padding) {
    int[] lengths = new int[padded.length];
    for (int row = 0; row < lengths.length; row++) {
      int length = padded[row].length;
      while (length > 1 && padded[row][length - 1] == padding) {
        length--;
      }
      lengths[row] = length;
    }
    return of(manager, lengths);
  }

  /** Returns the tokens of a padded table without the padding, int64 [tokens]. */
  public NDArray table(long[][] padded) {
    long[] table = new long[tokens()];
    for (int row = 0; row < rows(); row++) {
      System.arraycopy(padded[row], 0, table, starts[row], starts[row + 1] - starts[row]);
    }
    return Torch.indices(manager, table);
  }

  /**
   * Reverses {@link #table}: returns every sequence in a row of the given length.
   *
   * @param tokens the concatenated tokens
   * @param filler the token that pads shorter sequences
   */
  public long[][] rows(long[] tokens, int places, long filler) {
    long[][] rows = new long[rows()][places];
    for (int row = 0; row < rows.length; row++) {
      int length = starts[row + 1] - starts[row];
      System.arraycopy(tokens, starts[row], rows[row], 0, length);
      Arrays.fill(rows[row], length, places, filler);
    }
    return rows;
  }

  /**
   * Selects the real tokens of rows of any width that begin with the sequences; [rows x places x
   * width] to [tokens x width].
   */
  public NDArray packRows(NDArray x) {
    int places = (int) x.getShape().get(1);
    int[] at = new int[tokens()];
    for (int row = 0; row < rows(); row++) {
      for (int token = starts[row]; token < starts[row + 1]; token++) {
        at[token] = row * places + token - starts[row];
      }
    }
    NDArray flat = x.reshape(new Shape((long) rows() * places, x.getShape().get(2)));
    return Ops.rows(flat, Torch.indices(manager, at));
  }

  /** Returns the sequences from one number (inclusive) to another (exclusive). */
  public Sequences part(int from, int to) {
    if (from == 0 && to == rows()) {
      return this;
    }
    int[] lengths = new int[to - from];
    Arrays.setAll(lengths, i -> starts[from + i + 1] - starts[from + i]);
    return of(manager, lengths);
  }

  /**
   * Returns the tokens in the table that belong to the sequences from one number (inclusive) to
   * another (exclusive).
   */
  public NDArray part(NDArray tokens, int from, int to) {
    return from == 0 && to == rows() ? tokens : tokens.get(starts[from] + ":" + starts[to]);
  }

  /** Returns the layout of sequences of one length. */
  static Sequences even(NDManager manager, int rows, int length) {
    int[] lengths = new int[rows];
    Arrays.fill(lengths, length);
    return of(manager, lengths);
  }

  /** Returns the number of sequences. */
  public int rows() {
    return starts.length - 1;
  }

  /** Returns the number of tokens of all sequences. */
  public int tokens() {
    return starts[rows()];
  }

  /** Returns the index in the table of a token of a sequence. */
  public int token(int row, int place) {
    return starts[row] + place;
  }

  @Override
  public Optional<NDArray> mask() {
    return Optional.ofNullable(mask);
  }

  @Override
  public NDArray positions(TensorAlgebra<NDArray> t, NDArray table) {
    return t.rows(table, places());
  }

  /** Returns the position of every token in its sequence, int64 [tokens]. */
  private NDArray places() {
    long[] places = new long[tokens()];
    for (int row = 0; row < rows(); row++) {
      for (int token = starts[row]; token < starts[row + 1]; token++) {
        places[token] = (long) token - starts[row];
      }
    }
    return Torch.indices(manager, places);
  }

  @Override
  public NDArray pad(TensorAlgebra<NDArray> t, NDArray tokens) {
    NDArray all = padding == null ? tokens : Ops.rows(tokens, padding);
    return all.reshape(new Shape(rows(), longest, tokens.getShape().get(1)));
  }

  @Override
  public NDArray pack(TensorAlgebra<NDArray> t, NDArray padded) {
    NDArray all = padded.reshape(new Shape((long) rows() * longest, padded.getShape().get(2)));
    return packing == null ? all : Ops.rows(all, packing);
  }

  @Override
  public NDArray firsts(TensorAlgebra<NDArray> t, NDArray tokens) {
    return firsts(tokens);
  }

  /** Returns the first token of every sequence; [tokens x width] to [rows x width]. */
  public NDArray firsts(NDArray tokens) {
    return Ops.rows(tokens, Torch.indices(manager, Arrays.copyOf(starts, rows())));
  }

  @Override
  public TokenLayout<NDArray> firstsAlone() {
    return even(manager, rows(), 1);
  }

  /**
   * Returns some of the sequences, in any order, with repetition.
   *
   * @param manager the manager of the results
   */
  public Choice choose(NDManager manager, int[] chosen) {
    int[] lengths = new int[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      lengths[i] = starts[chosen[i] + 1] - starts[chosen[i]];
    }
    Sequences sequences = of(manager, lengths);
    int[] tokens = new int[sequences.tokens()];
    for (int i = 0; i < chosen.length; i++) {
      for (int place = 0; place < lengths[i]; place++) {
        tokens[sequences.token(i, place)] = token(chosen[i], place);
      }
    }
    return new Choice(sequences, Torch.indices(manager, tokens));
  }

  /**
   * Sequences chosen from others.
   *
   * @param sequences the layout of the chosen sequences
   * @param tokens the indices of their tokens in the original table, int64 [tokens]
   */
  public record Choice(Sequences sequences, NDArray tokens) {}
}
