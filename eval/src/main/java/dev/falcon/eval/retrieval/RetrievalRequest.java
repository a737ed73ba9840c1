// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A request to evaluate a model's retrieval on a dataset.
 *
 * @param data images with captions
 * @param reading the options with which the data are read, by the flags' names, for the provenance
 * @param truth labelled pairs {image_key, text_key, match}, or a file of ECCV Caption or
 *     Crisscrossed Captions; null for none, or for Scenes, whose truth is known
 * @param truthReading how the truth is read
 * @param classes a table {image_key, classes}, by which images with alike classes match; empty for
 *     none
 * @param reranked the number of each query's best candidates that the matching model scores, at
 *     least 1; by default 128, or all if there are fewer
 * @param order the order of these candidates
 * @param outputDir the folder of the result and the cache; null to write nothing
 * @param overwrite whether an older result may be replaced
 */
public record RetrievalRequest(
    SampleSource data,
    Map<String, Object> reading,
    Path truth,
    TruthReading truthReading,
    Optional<Path> classes,
    OptionalInt reranked,
    Order order,
    Path outputDir,
    boolean overwrite) {
  /** The default number of candidates to re-rank, as for Flickr30k. */
  public static final int DEFAULT_RERANKED = 128;

  /** The score by which a query's best candidates are ordered. */
  public enum Order {
    /** The cosine; the matching model is not used. */
    ITC,
    /** The matching model's logit, as in ALBEF. */
    ITM,
    /** The sum of the logit and the cosine, as in BLIP. */
    ITM_PLUS_ITC
  }

  /** Creates a request on data whose layout and names are detected. */
  public RetrievalRequest(
      SampleSource data,
      Path truth,
      OptionalInt reranked,
      Order order,
      Path outputDir,
      boolean overwrite) {
    this(
        data,
        Map.of(),
        truth,
        TruthReading.USUAL,
        Optional.empty(),
        reranked,
        order,
        outputDir,
        overwrite);
  }

  public RetrievalRequest {
    reading = Map.copyOf(reading);
    if (reranked.isPresent() && reranked.getAsInt() < 1) {
      throw new RequestException(
          "the candidates to re-rank must be at least 1; is " + reranked.getAsInt());
    }
  }
}
