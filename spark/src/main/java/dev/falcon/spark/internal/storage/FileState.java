package dev.falcon.spark.internal.storage;

/**
 * What is cheap to tell of a file.
 *
 * @param modified when it was changed last, in milliseconds since 1970
 */
public record FileState(long bytes, long modified) {}
