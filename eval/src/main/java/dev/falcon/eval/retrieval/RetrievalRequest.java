package dev.falcon.eval.retrieval;

import dev.falcon.data.RequestException;
import dev.falcon.data.sample.SampleSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A model and the dataset on which to evaluate its retrieval.
 *
 * @param data images with captions
 * @param reading how the data are read, by the flags' names, for the provenance
 * @param truth labelled pairs {image_key, text_key, match}; null for none, or for Scenes, whose
 *     truth is known
 * @param reranked how many of each query's best candidates the matching model looks at; empty for
 *     128, or all where there are fewer
 * @param order by what these are ordered
 * @param outputDir folder of the result and the cache; null to write nothing
 * @param overwrite whether an older result may be replaced
 */
public record RetrievalRequest(
    SampleSource data,
    Map<String, Object> reading,
    Path truth,
    OptionalInt reranked,
    Order order,
    Path outputDir,
    boolean overwrite) {
  /** The default number of candidates to re-rank, as for Flickr30k. */
  public static final int DEFAULT_RERANKED = 128;

  /** The model that orders a query's best candidates again. */
  public enum Order {
    /** The cosine alone; the matching model is not used. */
    ITC,
    /** The matching model's logit, as ALBEF. */
    ITM,
    /** The logit and the cosine added, as BLIP. */
    ITM_PLUS_ITC
  }

  /** A request on data whose layout and names are detected. */
  public RetrievalRequest(
      SampleSource data,
      Path truth,
      OptionalInt reranked,
      Order order,
      Path outputDir,
      boolean overwrite) {
    this(data, Map.of(), truth, reranked, order, outputDir, overwrite);
  }

  public RetrievalRequest {
    reading = Map.copyOf(reading);
    if (reranked.isPresent() && reranked.getAsInt() < 1) {
      throw new RequestException(
          "the candidates to re-rank must be at least 1; is " + reranked.getAsInt());
    }
  }
}
