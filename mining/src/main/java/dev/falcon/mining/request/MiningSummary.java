package dev.falcon.mining.request;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * Statistics of a plan. The six distributions are null where no sample has an anchor.
 *
 * @param rows number of rows of the store
 * @param rejected number of unusable rows
 * @param epochs number of epochs
 * @param searchSpaces number of search spaces of all epochs
 * @param batches number of batches of all epochs
 * @param samples number of samples of all batches
 * @param leftOut number of samples of search spaces that filled no batch
 * @param positive S[i][i] of the anchors, in [-2, 2]
 * @param negative S[i][j] of their chosen negatives, in [-2, 2]
 * @param difference positive less negative
 * @param quantileAsked requested q of the anchors, in [0, 1]
 * @param quantileInCandidates rank taken / (|U| - 1)
 * @param quantileInSpace position of the negative in the whole search space, to within 1/(m-1)
 * @param sameImage number of pairs of anchor and chosen negative that share their image_id; null
 *     where the store has no image ids
 * @param sameCaption number of pairs of anchor and chosen negative that share their caption; null
 *     where the store has no captions
 * @param withheld number of times that a candidate was kept out of a batch, by reason
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
    Long sameImage,
    Long sameCaption,
    Map<String, Long> withheld) {

  /** A distribution; quartiles are from a fine histogram and accurate to 1/16384 of the range. */
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
