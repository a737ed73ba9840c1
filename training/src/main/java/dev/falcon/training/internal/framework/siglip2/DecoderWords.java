package dev.falcon.training.internal.framework.siglip2;

import dev.falcon.training.internal.input.Vocabulary;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The decoder's vocabulary. SigLIP-2's has 256,000 tokens, few of which occur in the captions of a
 * dataset; a row for each would be most of the decoder, which is not exported.
 *
 * @param rows of the decoder, by token of the vocabulary
 * @param tokens of the vocabulary, by row; {@link #NONE} where a row stands for none or for several
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DecoderWords(int[] rows, int[] tokens) {
  /** No token of the vocabulary. */
  static final int NONE = -1;

  /**
   * The vocabulary of a configuration.
   *
   * @param most number of tokens with their own row, the most frequent ones of the training
   *     captions; one more row is padding's and one all others'. 0 for a row each
   */
  static DecoderWords of(Vocabulary vocabulary, int most) {
    int size = vocabulary.size();
    if (most == 0) {
      int[] all = IntStream.range(0, size).toArray();
      return new DecoderWords(all, all);
    }
    int others = most + 1;
    int[] tokens = new int[most + 2];
    Arrays.fill(tokens, NONE);
    tokens[0] = vocabulary.padding();
    int[] counts = vocabulary.counts().orElseGet(() -> new int[size]);
    int[] frequent =
        IntStream.range(0, size)
            .filter(token -> counts[token] > 0 && token != vocabulary.padding())
            .boxed()
            .sorted((a, b) -> Integer.compare(counts[b], counts[a]))
            .limit(most)
            .mapToInt(Integer::intValue)
            .toArray();
    System.arraycopy(frequent, 0, tokens, 1, frequent.length);
    int[] rows = new int[size];
    Arrays.fill(rows, others);
    for (int row = 0; row < others; row++) {
      if (tokens[row] != NONE) {
        rows[tokens[row]] = row;
      }
    }
    return new DecoderWords(rows, tokens);
  }

  /** Number of rows. */
  int count() {
    return tokens.length;
  }

  /** Captions' tokens as rows [captions x length]. */
  long[][] rows(long[][] captions) {
    return Arrays.stream(captions)
        .map(caption -> Arrays.stream(caption).map(token -> rows[(int) token]).toArray())
        .toArray(long[][]::new);
  }
}
