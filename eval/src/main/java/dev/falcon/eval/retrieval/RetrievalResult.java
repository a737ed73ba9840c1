package dev.falcon.eval.retrieval;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;

/**
 * The result of retrieval, as written to {@code retrieval.json}. Metrics are percent under ALBEF's
 * names.
 *
 * @param version of this format
 * @param provenance Falcon's version, the options and the data
 * @param modelSha256 digest of everything that decides the model's vectors
 * @param images how many images there were
 * @param captions how many captions there were
 * @param rejected how many samples could not be used
 * @param reranked how many candidates of each query the matching model looked at; 0 for none
 * @param truth where the truth comes from; empty where there is none
 * @param tiedImages images for which another image's caption is just as similar as their own best
 * @param tiedCaptions captions for which another image is just as similar as their own
 * @param itc by the vectors alone
 * @param itm re-ranked by the matching model; null where it was not used
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
