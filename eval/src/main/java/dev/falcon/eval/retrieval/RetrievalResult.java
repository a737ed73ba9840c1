package dev.falcon.eval.retrieval;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of retrieval, as written to {@code retrieval.json}. Metrics are in percent, under
 * ALBEF's names.
 *
 * @param version the version of the format
 * @param provenance Falcon's version, the options and the data
 * @param modelSha256 the SHA-256 digest of everything that determines the model's vectors
 * @param images the number of images
 * @param captions the number of captions
 * @param rejected the number of samples that could not be used
 * @param reranked the number of each query's candidates that the matching model scored; 0 for none
 * @param truth the source of the truth; empty without a truth
 * @param tiedImages the number of images for which a caption of another image is exactly as similar
 *     as their best own caption
 * @param tiedCaptions the number of captions for which another image is exactly as similar as their
 *     own
 * @param itc the metrics by the vectors only
 * @param itm the metrics after re-ranking by the matching model; null if it was not used
 */
@JsonPropertyOrder({
  "version",
  "provenance",
  "modelSha256",
  "images",
  "captions",
  "rejected",
  "reranked",
  "truth",
  "tiedImages",
  "tiedCaptions",
  "itc",
  "itm"
})
public record RetrievalResult(
    int version,
    Provenance provenance,
    String modelSha256,
    int images,
    int captions,
    int rejected,
    int reranked,
    String truth,
    int tiedImages,
    int tiedCaptions,
    Scores itc,
    Scores itm) {
  /** The file's name within an output folder. */
  public static final String NAME = "retrieval.json";

  /** The version that is written. */
  public static final int VERSION = 1;
}
