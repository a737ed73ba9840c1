// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.Optional;

/**
 * Statistics of lists of negatives.
 *
 * @param queries the number of queries
 * @param corpus the number of searched items
 * @param lists the number of written lists
 * @param rows the number of rows of the file
 * @param negatives the number of negatives
 * @param filled the number of negatives that were drawn at random to fill short lists
 * @param shortLists the number of lists with fewer negatives than requested, before filling
 * @param emptyLists the number of lists without negatives, before filling
 * @param dropped the number of lists that were not written because they were short
 * @param unplaced the number of lists that the layout cannot hold, such as triplets without a
 *     positive
 * @param withoutPositives the number of queries without a known positive, which no margin bounds
 * @param unknownPositives the number of pairs of the table of positives with an unknown item
 * @param selfPositives the number of positives that are the query itself or, without a table of
 *     positives, have its text, which are skipped
 * @param unknownVetoes the number of vetoed pairs with an unknown item, which are skipped
 * @param positiveMean the mean cosine of the known positives; NaN without any
 * @param negativeMean the mean cosine of the negatives; NaN without any
 * @param nearerThanPositive the share of the negatives that are nearer to the query than its least
 *     similar positive, in [0, 1]
 * @param rejected the number of unusable rows of the stores
 * @param falseNegatives the share of false negatives, measured by withheld positives
 * @param recall the recall of the search, if one was asked for
 * @param batches the number of batches of the lists
 * @param unbatched the number of lists, over all epochs, that are in no batch of the epoch
 * @param leftOut the number of excluded candidates, by the first reason that applies
 */
public record CorpusSummary(
    long queries,
    long corpus,
    long lists,
    long rows,
    long negatives,
    long filled,
    long shortLists,
    long emptyLists,
    long dropped,
    long unplaced,
    long withoutPositives,
    long unknownPositives,
    long selfPositives,
    long unknownVetoes,
    double positiveMean,
    double negativeMean,
    double nearerThanPositive,
    long rejected,
    WithheldShare falseNegatives,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<SearchRecall> recall,
    long batches,
    long unbatched,
    Map<String, Long> leftOut) {
  /**
   * The counts of a division into batches.
   *
   * @param batches the number of batches of all epochs
   * @param left the number of lists, over all epochs, that are in no batch of the epoch
   */
  record Division(long batches, long left) {}

  /** Returns a copy with the counts of the batches. */
  CorpusSummary with(Division division) {
    return with(recall, division.batches(), division.left());
  }

  /** Returns a copy with the recall of the search. */
  CorpusSummary with(Optional<SearchRecall> measured) {
    return with(measured, batches, unbatched);
  }

  private CorpusSummary with(Optional<SearchRecall> measured, long divided, long left) {
    return new CorpusSummary(
        queries,
        corpus,
        lists,
        rows,
        negatives,
        filled,
        shortLists,
        emptyLists,
        dropped,
        unplaced,
        withoutPositives,
        unknownPositives,
        selfPositives,
        unknownVetoes,
        positiveMean,
        negativeMean,
        nearerThanPositive,
        rejected,
        falseNegatives,
        measured,
        divided,
        left,
        leftOut);
  }
}
