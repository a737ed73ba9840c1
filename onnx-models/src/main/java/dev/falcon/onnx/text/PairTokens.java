package dev.falcon.onnx.text;

/**
 * The tokens of two texts that a model reads together, without padding.
 *
 * @param ids the tokens, with those that the template adds {@code // [tokens]}
 * @param types 0 or 1 by the template: 1 for tokens of the second text in models that distinguish
 *     the two {@code // [tokens]}
 */
@SuppressWarnings("ArrayRecordComponent") // inputs of a graph; never compared
public record PairTokens(int[] ids, int[] types) {}
