package dev.falcon.training.internal.framework.siglip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.data.RandomStream;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.framework.batch.Corruption;
import dev.falcon.training.internal.framework.batch.GenerativeInputs;
import dev.falcon.training.internal.tensor.Sequences;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.Arrays;

/**
 * What the decoder is fed, as CapPa (Tschannen et al., 2023) feeds it: a caption's words shifted by
 * one place, of which each sees the ones before it; or, in a parallel caption, mask tokens that all
 * see each other.
 *
 * @param fed int64 [rows x places]
 * @param mask added to the scores of attention [rows x 1 x places x places]
 * @param weights of the told words' losses: their mean within captions, then over captions [told
 *     words]
 */
record DecoderInputs(NDArray fed, NDArray mask, NDArray weights) {
  /**
   * Captions to be told, each in parallel with an even chance.
   *
   * @param captions padded [rows x length]
   * @param places of every caption, padding included
   */
  static Corruption corrupt(
      long[][] captions, int places, long padding, long maskToken, RandomStream random) {
    long[][] fed = new long[captions.length][places];
    int[] positions = new int[captions.length * places];
    long[] targets = new long[positions.length];
    int told = 0;
    for (int row = 0; row < captions.length; row++) {
      if (random.nextDouble() < 0.5) {
        Arrays.fill(fed[row], maskToken);
      } else {
        Arrays.fill(fed[row], padding);
        System.arraycopy(captions[row], 0, fed[row], 1, Math.min(captions[row].length, places - 1));
      }
      for (int place = 0; place < captions[row].length; place++) {
        if (captions[row][place] != padding) {
          positions[told] = row * places + place;
          targets[told++] = captions[row][place];
        }
      }
    }
    return new Corruption(fed, Arrays.copyOf(positions, told), Arrays.copyOf(targets, told));
  }

  /**
   * A corruption's tensors in full length.
   *
   * @param told the corruption, its words packed
   * @param captions that they are packed like
   */
  static DecoderInputs of(
      NDManager manager, GenerativeInputs told, Sequences captions, int places, long maskToken) {
    long[][] fed = captions.rows(told.tokens().toLongArray(), places, maskToken);
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
        Torch.floats(manager, weights(told.rows()), told.rows().length));
  }

  /** Every told word's part in the mean of captions' means. */
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

  /** An int64 matrix. */
  static NDArray table(NDManager manager, long[][] rows) {
    long[] flat = Arrays.stream(rows).flatMapToLong(Arrays::stream).toArray();
    return Torch.indices(manager, flat).reshape(rows.length, rows[0].length);
  }
}
