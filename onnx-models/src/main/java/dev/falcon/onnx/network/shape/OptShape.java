package dev.falcon.onnx.network.shape;

import dev.falcon.onnx.network.shape.NetworkShape.EncoderShape;

/**
 * The sizes of an OPT language model (Zhang et al., 2022).
 *
 * @param blocks which normalise before each sub-block
 * @param vocabulary the number of tokens that there are
 * @param maxTokens the longest text in tokens
 */
public record OptShape(EncoderShape blocks, int vocabulary, int maxTokens) {}
