package dev.falcon.downstream.generation.internal;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.falcon.onnx.network.block.PaddedTokens;
import dev.falcon.training.internal.tensor.Torch;
import java.util.Arrays;

/**
 * Texts as inputs of a language model, after a number of positions without tokens.
 *
 * @param texts of one length; padding may precede or follow them
 * @param before number of positions before each
 * @param padding the padding token, which is masked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ShownTexts(long[][] texts, int before, int padding) {
  private int length() {
    return before + texts[0].length;
  }

  private boolean shown(int row, int place) {
    return place < before || texts[row][place - before] != padding;
  }

  /** The tokens, int64 [rows x tokens]. */
  public NDArray ids(NDManager manager) {
    long[] ids = Arrays.stream(texts).flatMapToLong(Arrays::stream).toArray();
    return Torch.indices(manager, ids).reshape(texts.length, texts[0].length);
  }

  /**
   * Indices into OPT's table of positions, int64 [rows x (before + tokens)].
   *
   * @param skipped positions that are left out before each text
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

  /** Causal mask that also hides padding [rows x 1 x (before + tokens) x (before + tokens)]. */
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
   * Predicted tokens.
   *
   * @param places indices over all rows: each token is predicted at the one before it
   * @param labels the tokens
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Predicted(int[] places, long[] labels) {}

  /**
   * All tokens but padding.
   *
   * @param given number of first tokens of each text that are not predicted; at least 1 where
   *     nothing precedes
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
