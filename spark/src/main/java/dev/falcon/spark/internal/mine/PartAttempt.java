package dev.falcon.spark.internal.mine;

import java.io.Serializable;

/**
 * A part's table that a task has written.
 *
 * @param file where it lies
 * @param vectorised whether the executor has the fast kernel
 * @param host the executor
 */
record PartAttempt(
    int part,
    String file,
    long rows,
    long bytes,
    String sha256,
    byte[] summary,
    boolean vectorised,
    String host)
    implements Serializable {}
