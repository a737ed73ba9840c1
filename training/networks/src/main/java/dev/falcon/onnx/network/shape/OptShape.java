// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.network.shape;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The sizes of an OPT language model (Zhang et al., 2022).
 *
 * @param blocks the blocks, which normalise before each sub-block
 * @param vocabulary the number of tokens in the vocabulary
 * @param maxTokens the maximum number of tokens per text
 */
public record OptShape(EncoderShape blocks, int vocabulary, int maxTokens) {}
