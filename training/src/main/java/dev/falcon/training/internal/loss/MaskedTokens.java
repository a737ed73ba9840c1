package dev.falcon.training.internal.loss;

import ai.djl.ndarray.NDArray;
import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.input.Vocabulary;
import java.util.Arrays;

/**
 * Captions with some words hidden, and what was there. The same object serves the loss before and
 * after a step, so that both see identical masks.
 *
 * @param tokens [rows x length], after hiding
 * @param positions where words are to be told, as row * length + position, ascending
 * @param targets the words that were there
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record MaskedTokens(long[][] tokens, int[] positions, long[] targets) {
  /**
   * BERT's recipe: each token but padding and the first is chosen with the given probability; of
   * the chosen, 80 % become the mask token, 10 % a random token, 10 % stay.
   */
  public static MaskedTokens draw(
      long[][] captions, Vocabulary vocabulary, double probability, RandomStream random) {
    int length = captions[0].length;
    long[][] tokens = new long[captions.length][];
    int[] positions = new int[captions.length * length];
    long[] targets = new long[captions.length * length];
    int chosen = 0;
    for (int row = 0; row < captions.length; row++) {
      tokens[row] = captions[row].clone();
      for (int position = 0; position < length; position++) {
        long token = captions[row][position];
        if (token == vocabulary.padding()
            || token == vocabulary.first()
            || random.nextDouble() >= probability) {
          continue;
        }
        positions[chosen] = row * length + position;
        targets[chosen++] = token;
        double fate = random.nextDouble();
        if (fate < 0.8) {
          tokens[row][position] = vocabulary.mask();
        } else if (fate < 0.9) {
          tokens[row][position] = random.nextInt(vocabulary.size());
        }
      }
    }
    return new MaskedTokens(
        tokens, Arrays.copyOf(positions, chosen), Arrays.copyOf(targets, chosen));
  }

  /**
   * The loss of every hidden word: minus the log-probability of the word that was there.
   *
   * @param logProbabilities of all words at the hidden positions [hidden words x vocabulary]
   * @param targets int64, the words that were there
   * @return [hidden words]
   */
  static NDArray losses(NDArray logProbabilities, NDArray targets) {
    return logProbabilities.gather(targets.expandDims(-1), 1).neg().squeeze(1);
  }
}
