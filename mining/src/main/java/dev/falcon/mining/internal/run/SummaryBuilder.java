package dev.falcon.mining.internal.run;

import dev.falcon.mining.MiningSummary;
import dev.falcon.mining.internal.space.MinedSpace;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Counts while a plan is written. */
final class SummaryBuilder {
  private static final double GREATEST_SIMILARITY = 2;

  private final Distribution positive = new Distribution(-GREATEST_SIMILARITY, GREATEST_SIMILARITY);
  private final Distribution negative = new Distribution(-GREATEST_SIMILARITY, GREATEST_SIMILARITY);
  private final Distribution difference =
      new Distribution(-2 * GREATEST_SIMILARITY, 2 * GREATEST_SIMILARITY);
  private final Distribution asked = new Distribution(0, 1);
  private final Distribution inCandidates = new Distribution(0, 1);
  private final Distribution inSpace = new Distribution(0, 1);
  private final Map<String, Long> withheld = new TreeMap<>();
  private int spaces;
  private long batches;
  private long samples;
  private long offered;
  private long sameImage;
  private long sameCaption;

  /**
   * Takes one search space.
   *
   * @param spaceRows how many rows the space has
   * @param imageId of a row of the store; null where there is none
   * @param caption likewise
   */
  void add(
      MinedSpace space, int spaceRows, IntFunction<String> imageId, IntFunction<String> caption) {
    spaces++;
    offered += spaceRows;
    batches += space.batchSizes().length;
    samples += space.rows().length;
    space.withheld().forEach((reason, count) -> withheld.merge(reason, count, Long::sum));
    for (int x = 0; x < space.rows().length; x++) {
      if (space.anchors()[x] < 0) {
        continue;
      }
      positive.add(space.positives()[x]);
      negative.add(space.similarities()[x]);
      difference.add((double) space.positives()[x] - space.similarities()[x]);
      asked.add(space.quantiles()[x]);
      inSpace.add(space.quantilesInSpace()[x]);
      if (space.candidates()[x] > 1) {
        inCandidates.add((double) space.ranks()[x] / (space.candidates()[x] - 1));
      }
      sameImage += shared(imageId, space.anchors()[x], space.rows()[x]);
      sameCaption += shared(caption, space.anchors()[x], space.rows()[x]);
    }
  }

  private static int shared(IntFunction<String> label, int anchor, int negative) {
    String own = label.apply(anchor);
    return own != null && own.equals(label.apply(negative)) ? 1 : 0;
  }

  MiningSummary build(long rows, long rejected, int epochs) {
    return new MiningSummary(
        rows,
        rejected,
        epochs,
        spaces,
        batches,
        samples,
        offered - samples,
        positive.statistics(),
        negative.statistics(),
        difference.statistics(),
        asked.statistics(),
        inCandidates.statistics(),
        inSpace.statistics(),
        sameImage,
        sameCaption,
        withheld);
  }
}
