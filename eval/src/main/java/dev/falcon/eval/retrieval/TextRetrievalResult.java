package dev.falcon.eval.retrieval;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of text retrieval, as written to {@code text-retrieval.json}.
 *
 * @param version of this format
 * @param provenance Falcon's version, the options and the data
 * @param modelSha256 digest of everything that decides the model's vectors
 * @param queries number of queries that were measured: those with a relevant document
 * @param documents number of documents that were searched
 * @param rejected number of samples that could not be used
 * @param unknownQueries queries of the grades that are not among the queries
 * @param unknownDocuments relevant documents that the corpus lacks, which count as misses
 * @param scores means over the queries, in percent
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
    Scores scores) {
  /** The file's name within an output folder. */
  public static final String NAME = "text-retrieval.json";

  /** The version that is written. */
  public static final int VERSION = 1;
}
