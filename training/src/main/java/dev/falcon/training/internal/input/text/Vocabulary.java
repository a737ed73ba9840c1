package dev.falcon.training.internal.input.text;

/**
 * What training must know of a tokenizer.
 *
 * @param size the number of tokens
 * @param padding fills short captions up
 * @param first stands for the whole caption at its beginning (BERT's [CLS]); -1 where none does
 * @param mask stands for a hidden word
 */
public record Vocabulary(int size, int padding, int first, int mask) {}
