// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.framework.siglip2;

import dev.falcon.training.internal.input.Vocabulary;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The decoder's vocabulary. SigLIP-2's vocabulary has 256,000 tokens, few of which occur in the
 * captions of a dataset. A row for each token would make up most of the decoder, which is not
 * exported.
 *
 * @param rows the decoder's row of every token of the vocabulary
 * @param tokens the token of every row; {@link #NONE} if a row stands for no token or for several
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record DecoderWords(int[] rows, int[] tokens) {
  /** No token of the vocabulary. */
  static final int NONE = -1;

  /**
   * Returns the vocabulary of a configuration.
   *
   * @param most the number of tokens with their own row, which are the most frequent ones in the
   *     training captions; one more row is for padding and one for all other tokens. 0 for one row
   *     per token
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

  /** Returns the number of rows. */
  int count() {
    return tokens.length;
  }

  /** Converts captions' tokens to rows of the decoder [captions x length]. */
  long[][] rows(long[][] captions) {
    return Arrays.stream(captions)
        .map(caption -> Arrays.stream(caption).map(token -> rows[(int) token]).toArray())
        .toArray(long[][]::new);
  }
}
