// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A request to evaluate a model's retrieval of texts by texts.
 *
 * @param queries the queries: each sample's anchor, or its only caption
 * @param corpus the documents: each sample's title, if it has one, and its only caption
 * @param reading the options with which both are read, by the flags' names, for the provenance
 * @param qrels the grades of pairs of a query and a document: a table {@code query_key, corpus_key,
 *     score}, or BEIR's or TREC's text
 * @param outputDir the folder of the result; empty to write nothing
 * @param overwrite whether an older result may be replaced
 */
public record TextRetrievalRequest(
    SampleSource queries,
    SampleSource corpus,
    Map<String, Object> reading,
    Path qrels,
    Optional<Path> outputDir,
    boolean overwrite) {
  public TextRetrievalRequest {
    reading = Map.copyOf(reading);
  }

  /** Creates a request on data whose layout and names are detected. */
  public TextRetrievalRequest(
      SampleSource queries,
      SampleSource corpus,
      Path qrels,
      Optional<Path> outputDir,
      boolean overwrite) {
    this(queries, corpus, Map.of(), qrels, outputDir, overwrite);
  }
}
