// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import java.util.Optional;

/**
 * The training run's view of a tokenizer.
 *
 * @param size the number of tokens
 * @param padding the id of the padding token
 * @param first the id of the token at a caption's start that represents the caption (BERT's [CLS]);
 *     -1 for none
 * @param mask the id of the mask token
 * @param counts the frequency of each token in the training captions; empty before they are read
 */
public record Vocabulary(int size, int padding, int first, int mask, Optional<int[]> counts) {
  /** Creates the vocabulary before any captions are read. */
  public Vocabulary(int size, int padding, int first, int mask) {
    this(size, padding, first, mask, Optional.empty());
  }

  /** Returns a copy with the counts of captions. */
  public Vocabulary counted(int[] counts) {
    return new Vocabulary(size, padding, first, mask, Optional.of(counts));
  }
}
