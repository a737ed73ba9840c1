package dev.falcon.mining.request;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * What a plan holds, in numbers. The six distributions are null where no sample has an anchor.
 *
 * @param rows rows of the store
 * @param rejected rows left out because they are unusable
 * @param epochs epochs of the plan
 * @param searchSpaces search spaces of all epochs
 * @param batches batches of all epochs
 * @param samples samples of all batches
 * @param leftOut samples of search spaces that filled no batch
 * @param positive S[i][i] of the anchors, in [-2, 2]
 * @param negative S[i][j] of the negatives that they chose, in [-2, 2]
 * @param difference positive less negative
 * @param quantileAsked q of the anchors, in [0, 1]
 * @param quantileInCandidates rank taken / (|U| - 1)
 * @param quantileInSpace where the negative lies among all of the search space, to within 1/(m-1)
 * @param sameImage pairs of anchor and chosen negative that share their image_id
 * @param sameCaption pairs of anchor and chosen negative that share their caption
 * @param withheld how often a candidate was kept out of a batch, by reason
 */
@JsonPropertyOrder({
  "rows",
  "rejected",
  "epochs",
  "searchSpaces",
  "batches",
  "samples",
  "leftOut",
  "positive",
  "negative",
  "difference",
  "quantileAsked",
  "quantileInCandidates",
  "quantileInSpace",
  "sameImage",
  "sameCaption",
  "withheld"
})
public record MiningSummary(
    long rows,
    long rejected,
    int epochs,
    int searchSpaces,
    long batches,
    long samples,
    long leftOut,
    Statistics positive,
    Statistics negative,
    Statistics difference,
    Statistics quantileAsked,
    Statistics quantileInCandidates,
    Statistics quantileInSpace,
    long sameImage,
    long sameCaption,
    Map<String, Long> withheld) {

  /** A distribution; quartiles are read off a fine count and are right to 1/16384 of the range. */
  @JsonPropertyOrder({"count", "mean", "standardDeviation", "min", "p25", "median", "p75", "max"})
  public record Statistics(
      long count,
      double mean,
      double standardDeviation,
      double min,
      double p25,
      double median,
      double p75,
      double max) {}
}
