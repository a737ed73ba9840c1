// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.request;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Map;

/**
 * The statistics of a plan. The six distributions are null if no sample has an anchor.
 *
 * @param rows the number of rows of the store
 * @param rejected the number of unusable rows
 * @param epochs the number of epochs
 * @param searchSpaces the number of search spaces of all epochs
 * @param batches the number of batches of all epochs
 * @param samples the number of samples of all batches
 * @param leftOut the number of samples that were left over in their search space because they did
 *     not fill a batch
 * @param positive S[i][i] of the anchors, in [-2, 2]
 * @param negative S[i][j] of the anchors and their chosen negatives, in [-2, 2]
 * @param difference S[i][i] less S[i][j]
 * @param quantileAsked the requested q of the anchors, in [0, 1]
 * @param quantileInCandidates the quantile of the negatives among the candidates, rank / (|U| - 1),
 *     in [0, 1]
 * @param quantileInSpace the quantile of the negatives in the whole search space, in [0, 1], to
 *     within 1/(m-1)
 * @param sameImage the number of pairs of an anchor and its chosen negative with the same {@code
 *     image_id}; null if the store has no image ids
 * @param sameCaption the number of pairs of an anchor and its chosen negative with the same
 *     caption; null if the store has no captions
 * @param withheld the number of times that a candidate was kept out of a batch, by reason; under
 *     {@link dev.falcon.mining.algorithm.RankWindow#EMPTY}, the number of samples that were drawn
 *     uniformly since the window left their anchor no candidate
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

  /** A distribution. Quartiles are from a fine histogram, accurate to 1/16384 of the range. */
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
