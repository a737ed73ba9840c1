package dev.falcon.onnx.text;

/**
 * Captions as inputs of a text graph.
 *
 * @param rows number of captions
 * @param length tokens per caption, including padding
 * @param ids {@code // [rows x length]}
 * @param mask 1 for a token and 0 for padding {@code // [rows x length]}
 */
@SuppressWarnings("ArrayRecordComponent") // inputs of a graph; never compared
public record TokenBatch(int rows, int length, int[] ids, int[] mask) {}
