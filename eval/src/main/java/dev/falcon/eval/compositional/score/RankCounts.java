// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.score;

import dev.falcon.eval.metric.Scores;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ranks of right options among the wrong ones, as CREPE reports them. A wrong option with the
 * same score comes first. Not thread-safe.
 */
public final class RankCounts {
  private static final int[] DEPTHS = {1, 3, 5, 10};
  private static final double PERCENT = 100;

  private double[] ranks = new double[64];
  private int count;
  private double onTheirSide;
  private int contested;

  /** Adds the ranks of an item whose scores are not NaN. */
  public void add(List<Contest> contests, float[] scores) {
    for (Contest contest : contests) {
      onTheirSide += contest.shareOnTheirSide(scores);
      contested++;
      for (int right : contest.right()) {
        int rank = 1;
        for (int wrong : contest.wrong()) {
          rank += scores[wrong] >= scores[right] ? 1 : 0;
        }
        if (count == ranks.length) {
          ranks = Arrays.copyOf(ranks, 2 * count);
        }
        ranks[count++] = rank;
      }
    }
  }

  /**
   * Returns the mean and the median rank, from 1, the latter rounded down as CREPE does; recalls in
   * percent; and the share of options on their side of the order, as BLA counts them: R right ones
   * among the first R. None without ranks.
   */
  public Scores scores() {
    if (count == 0) {
      return Scores.NONE;
    }
    double[] sorted = Arrays.copyOf(ranks, count);
    Arrays.sort(sorted);
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("mean_rank", Arrays.stream(sorted).sum() / count);
    scores.put("median_rank", Math.floor((sorted[(count - 1) / 2] + sorted[count / 2]) / 2));
    for (int depth : DEPTHS) {
      long within = Arrays.stream(sorted).filter(rank -> rank <= depth).count();
      scores.put("r" + depth, PERCENT * within / count);
    }
    scores.put("on_their_side", PERCENT * onTheirSide / contested);
    return Scores.of(scores);
  }
}
