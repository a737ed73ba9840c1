package dev.falcon.eval.retrieval;

import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A model's retrieval of texts by texts.
 *
 * @param queries texts that search: a sample's anchor, else its one caption
 * @param corpus texts that are searched: a sample's title, if it has one, and its one caption
 * @param reading how both are read, by the flags' names, for the provenance
 * @param qrels grades of pairs of a query and a document: a table {@code query_key, corpus_key,
 *     score}, or BEIR's or TREC's text
 * @param outputDir folder of the result; empty to write nothing
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

  /** A request on data whose layout and names are detected. */
  public TextRetrievalRequest(
      SampleSource queries,
      SampleSource corpus,
      Path qrels,
      Optional<Path> outputDir,
      boolean overwrite) {
    this(queries, corpus, Map.of(), qrels, outputDir, overwrite);
  }
}
