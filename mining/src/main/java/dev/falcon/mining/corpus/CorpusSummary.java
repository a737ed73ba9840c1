package dev.falcon.mining.corpus;

import java.util.Map;

/**
 * Statistics of lists of negatives.
 *
 * @param queries number of queries
 * @param corpus number of searched items
 * @param lists number of written lists
 * @param rows number of rows of the file
 * @param negatives number of negatives
 * @param filled number of these drawn at random to fill short lists
 * @param shortLists number of lists with fewer negatives than requested, before filling
 * @param emptyLists number of these without any
 * @param dropped number of lists that were not written because they were short
 * @param unplaced number of lists that the layout cannot hold, such as triplets without a positive
 * @param withoutPositives number of queries without a known positive, which no margin bounds
 * @param unknownPositives number of pairs of the table of positives with an unknown item
 * @param selfPositives number of its pairs of a query with itself, which are skipped
 * @param unknownVetoes number of vetoed pairs with an unknown item, which are skipped
 * @param positiveMean mean cosine of the known positives; NaN without any
 * @param negativeMean mean cosine of the negatives; NaN without any
 * @param nearerThanPositive share of the negatives that are nearer than the least similar positive
 * @param rejected number of unusable rows of the stores
 * @param falseNegatives measured by withheld positives
 * @param batches number of batches of the lists
 * @param unbatched number of lists that no batch of their epoch has
 * @param leftOut number of excluded candidates, by the first applicable reason
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
    long batches,
    long unbatched,
    Map<String, Long> leftOut) {
  /** The same with batches of the lists. */
  CorpusSummary with(ListBatches.Counts division) {
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
        division.batches(),
        division.left(),
        leftOut);
  }
}
