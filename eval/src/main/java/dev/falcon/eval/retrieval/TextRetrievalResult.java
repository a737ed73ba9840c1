// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of text retrieval, as written to {@code text-retrieval.json}.
 *
 * @param version the version of the format
 * @param provenance Falcon's version, the options and the data
 * @param modelSha256 the SHA-256 digest of everything that determines the model's vectors
 * @param queries the number of queries that were measured: those with a relevant document
 * @param documents the number of documents that were searched
 * @param rejected the number of samples that could not be used
 * @param unknownQueries the number of queries in the grades that are not among the queries
 * @param unknownDocuments the number of relevant documents that the corpus lacks, which count as
 *     missed
 * @param repeatedQueries the number of queries whose text a document has under another key without
 *     being relevant; such documents are ranked like any other
 * @param scores the means over the queries, in percent
 */
@JsonPropertyOrder({
  "version",
  "provenance",
  "modelSha256",
  "queries",
  "documents",
  "rejected",
  "unknownQueries",
  "unknownDocuments",
  "repeatedQueries",
  "scores"
})
public record TextRetrievalResult(
    int version,
    Provenance provenance,
    String modelSha256,
    int queries,
    int documents,
    int rejected,
    int unknownQueries,
    int unknownDocuments,
    int repeatedQueries,
    Scores scores) {
  /** The file's name within an output folder. */
  public static final String NAME = "text-retrieval.json";

  /** The version that is written. */
  public static final int VERSION = 1;
}
