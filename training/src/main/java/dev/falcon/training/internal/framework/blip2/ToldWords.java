package dev.falcon.training.internal.framework.blip2;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.framework.batch.Corruption;
import dev.falcon.training.internal.tensor.engine.Torch;
import java.util.Arrays;

/**
 * Generation's inputs: a caption's words, of which each tells the next. Nothing is drawn: the first
 * token gives way to the one that begins what is told, and words see those before them alone.
 */
final class ToldWords {
  private ToldWords() {}

  /**
   * Captions to be told.
   *
   * @param captions padded [rows x length]
   * @param first the token that begins what is told
   */
  static Corruption of(long[][] captions, long padding, long first) {
    int length = captions[0].length;
    long[][] fed = new long[captions.length][];
    int[] positions = new int[captions.length * length];
    long[] targets = new long[positions.length];
    int told = 0;
    for (int row = 0; row < captions.length; row++) {
      fed[row] = captions[row].clone();
      fed[row][0] = first;
      for (int place = 0; place + 1 < length; place++) {
        if (captions[row][place + 1] != padding) {
          positions[told] = row * length + place;
          targets[told++] = captions[row][place + 1];
        }
      }
    }
    return new Corruption(fed, Arrays.copyOf(positions, told), Arrays.copyOf(targets, told));
  }

  /**
   * What hides later words from a word, and no query [1 x 1 x length x (queries + length)]. Padding
   * stands behind all words, so that it needs no more.
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
