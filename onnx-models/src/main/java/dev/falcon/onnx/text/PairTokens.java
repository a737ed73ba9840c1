// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.text;

/**
 * The tokens of two texts that a model reads together, without padding.
 *
 * @param ids the token ids, including those that the template adds {@code // [tokens]}
 * @param types the token types by the template: 1 for tokens of the second text if the model
 *     distinguishes the two texts, otherwise 0 {@code // [tokens]}
 */
@SuppressWarnings("ArrayRecordComponent") // inputs of a graph; never compared
public record PairTokens(int[] ids, int[] types) {}
