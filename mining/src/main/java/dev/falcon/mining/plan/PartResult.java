package dev.falcon.mining.plan;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The record of a finished part, in the file {@code part-NNNNN.json} beside it.
 *
 * @param request digest of its request
 * @param part its number
 * @param file its table
 * @param rows of the table
 * @param bytes of the table
 * @param sha256 of the table
 * @param summary its counts, to be added to those of earlier parts
 */
@JsonPropertyOrder({"request", "part", "file", "rows", "bytes", "sha256", "summary"})
public record PartResult(
    String request, int part, String file, long rows, long bytes, String sha256, byte[] summary) {}
