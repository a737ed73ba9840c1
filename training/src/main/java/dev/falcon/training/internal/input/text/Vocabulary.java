package dev.falcon.training.internal.input.text;

import java.util.Optional;

/**
 * What training must know of a tokenizer.
 *
 * @param size the number of tokens
 * @param padding fills short captions up
 * @param first stands for the whole caption at its beginning (BERT's [CLS]); -1 where none does
 * @param mask stands for a hidden word
 * @param counts how often each token stands in the training captions; empty where they have not
 *     been read
 */
public record Vocabulary(int size, int padding, int first, int mask, Optional<int[]> counts) {
  /** Before any captions are read. */
  public Vocabulary(int size, int padding, int first, int mask) {
    this(size, padding, first, mask, Optional.empty());
  }

  /** The same of captions that have been read. */
  public Vocabulary counted(int[] counts) {
    return new Vocabulary(size, padding, first, mask, Optional.of(counts));
  }
}
