package dev.falcon.onnx.embed;

import java.nio.file.Path;

/**
 * A store merged from its parts.
 *
 * @param folder of the store
 * @param rows of the store
 * @param dimension length of a vector
 * @param samples number of samples read, including rejected ones; null where the store was merged
 *     before
 * @param rejects number of unusable rows
 */
public record MergedStore(Path folder, long rows, int dimension, Long samples, long rejects) {}
