package dev.falcon.onnx.embed.request;

import java.nio.file.Path;

/**
 * A store that was merged of its parts.
 *
 * @param folder of the store
 * @param rows of the store
 * @param dimension the components of a vector
 * @param samples how many samples were read, rejected ones included
 * @param rejects how many rows could not be used
 */
public record MergedStore(Path folder, long rows, int dimension, long samples, long rejects) {}
