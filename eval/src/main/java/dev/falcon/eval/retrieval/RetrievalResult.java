// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.eval.metric.Scores;
import java.util.Optional;

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
 * @param judged what the truth judges; empty without a truth
 * @param correlation Spearman's correlation of the truth's grades with the cosine, in percent;
 *     empty without grades
 * @param plausible plausible-match R-precision; empty without classes
 * @param tiedImages the number of images for which a caption of another image is exactly as similar
 *     as their best own caption
 * @param tiedCaptions the number of captions for which another image is exactly as similar as their
 *     own
 * @param itc the metrics by the vectors only
 * @param folds the recalls by the vectors only, averaged over equal parts of the gallery; empty
 *     without folds
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
  "judged",
  "correlation",
  "plausible",
  "tiedImages",
  "tiedCaptions",
  "itc",
  "folds",
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
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Judged> judged,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Scores> correlation,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Scores> plausible,
    int tiedImages,
    int tiedCaptions,
    Scores itc,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Scores> folds,
    Scores itm) {
  public RetrievalResult {
    judged = judged == null ? Optional.empty() : judged;
    correlation = correlation == null ? Optional.empty() : correlation;
    plausible = plausible == null ? Optional.empty() : plausible;
    folds = folds == null ? Optional.empty() : folds;
  }

  /** The file's name within an output folder. */
  public static final String NAME = "retrieval.json";

  /** The version that is written. */
  public static final int VERSION = 1;

  /**
   * The queries that a truth judges: those with a right answer.
   *
   * @param images the number of images
   * @param captions the number of captions
   * @param pairs the number of rows of a file that are pairs of the gallery; 0 for Scenes
   * @param outside the number of right answers in the file that the gallery lacks; they count as
   *     missed
   * @param absentImages the number of images with a right answer in the file that the gallery
   *     lacks, and which are not judged
   * @param absentCaptions the number of such captions
   * @param leastGrade the lowest grade of a right answer; empty without grades
   */
  @JsonPropertyOrder({
    "images",
    "captions",
    "pairs",
    "outside",
    "absentImages",
    "absentCaptions",
    "leastGrade"
  })
  public record Judged(
      int images,
      int captions,
      long pairs,
      long outside,
      int absentImages,
      int absentCaptions,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> leastGrade) {
    public Judged {
      leastGrade = leastGrade == null ? Optional.empty() : leastGrade;
    }
  }
}
