package dev.falcon.training;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Retrieval in percent. "txt" is image-to-text (text retrieval, TR), "img" text-to-image.
 *
 * @param txtR1 queries whose first answer is one of the image's own captions; and so on
 * @param truth the same with every true match counted as right; null where the truth is not known
 * @param reranked after re-ranking by the fusion encoder; null where that was not asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RetrievalResult(
    double txtR1,
    double txtR5,
    double txtR10,
    double imgR1,
    double imgR5,
    double imgR10,
    TruthResult truth,
    Reranked reranked) {

  /**
   * Against the known truth.
   *
   * @param txtR1 image queries whose first caption is true
   * @param imgR1 caption queries whose first image is a true match
   * @param imgMeanAveragePrecision over all true images of each caption
   */
  public record TruthResult(double txtR1, double imgR1, double imgMeanAveragePrecision) {}

  /**
   * Re-ranked by the fusion encoder's matching logit.
   *
   * @param images how many image queries there were
   * @param captions how many caption queries there were
   * @param truthTxtR1 as in {@link TruthResult}; null where the truth is not known
   * @param truthImgR1 as in {@link TruthResult}; null where the truth is not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reranked(
      int images,
      int captions,
      double txtR1,
      double txtR5,
      double txtR10,
      double imgR1,
      double imgR5,
      double imgR10,
      Double truthTxtR1,
      Double truthImgR1) {}
}
