package dev.falcon.onnx.text;

/**
 * Captions as a text graph takes them.
 *
 * @param rows how many captions
 * @param length tokens a caption, padding included
 * @param ids {@code // [rows x length]}
 * @param mask 1 where a token is meant and 0 where it is padding {@code // [rows x length]}
 */
@SuppressWarnings("ArrayRecordComponent") // what a graph is fed with; never compared
public record TokenBatch(int rows, int length, int[] ids, int[] mask) {}
