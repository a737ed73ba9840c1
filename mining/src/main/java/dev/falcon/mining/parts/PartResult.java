package dev.falcon.mining.parts;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * What is said of a part that is done, in the file {@code part-NNNNN.json} beside it.
 *
 * @param request digest of the request that it belongs to
 * @param part its number
 * @param file its table
 * @param rows of the table
 * @param bytes of the table
 * @param sha256 of the table
 * @param summary what it counts, to be added to what the parts before it count
 */
@JsonPropertyOrder({"request", "part", "file", "rows", "bytes", "sha256", "summary"})
public record PartResult(
    String request, int part, String file, long rows, long bytes, String sha256, byte[] summary) {}
