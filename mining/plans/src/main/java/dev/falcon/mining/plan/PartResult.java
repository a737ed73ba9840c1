// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The record of a finished part, in the file {@code part-NNNNN.json} beside it.
 *
 * @param request the digest of the part's request
 * @param part the part's number
 * @param file the name of its table
 * @param rows the number of rows of the table
 * @param bytes the size of the table, in bytes
 * @param sha256 the SHA-256 digest of the table
 * @param summary its counts, to be added to those of earlier parts
 */
@JsonPropertyOrder({"request", "part", "file", "rows", "bytes", "sha256", "summary"})
public record PartResult(
    String request, int part, String file, long rows, long bytes, String sha256, byte[] summary) {}
