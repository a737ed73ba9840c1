// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RankingMetricsTest {
  @Test
  void recallsAreSharesOfQueriesInPercent() {
    int[] ranks = {0, 3, 4, 5, 9, 10, Recall.MISSED, 0};
    RankingMetrics metrics = new RankingMetrics("txt", new Recall(ranks));
    assertThat(metrics.recalls().values())
        .containsExactly(
            entry("txt_r1", 25.0),
            entry("txt_r5", 50.0),
            entry("txt_r10", 75.0),
            entry("txt_r_mean", 50.0));
  }

  @Test
  void meanPrecisionAtRIsTheTextbooks() {
    // Musgrave et al. 2020: R = 10 with right answers at 1 and 10 give R-precision 0.2 and mAP@R
    // (1 + 2/10) / 10 = 0.12.
    RankingMetrics metrics = new RankingMetrics("img", new Recall(new int[1]));
    boolean[] right = new boolean[10];
    right[0] = true;
    right[9] = true;
    metrics.addTruth(right, 10);
    metrics.addTruth(new boolean[10], 0);
    assertThat(metrics.truth().get("img_r_precision")).isCloseTo(20, within(1e-12));
    assertThat(metrics.truth().get("img_map_at_r")).isCloseTo(12, within(1e-12));
    assertThat(metrics.truth().get("img_truth_r1")).isEqualTo(100);
    // One right answer, which is fifth: behind the first R = 1, and so only a recall.
    metrics.addTruth(new boolean[] {false, false, false, false, true, false}, 1);
    assertThat(metrics.truth().get("img_truth_r1")).isEqualTo(50);
    assertThat(metrics.truth().get("img_truth_r5")).isEqualTo(100);
    assertThat(metrics.truth().get("img_truth_r10")).isEqualTo(100);
    assertThat(metrics.truth().get("img_r_precision")).isCloseTo(10, within(1e-12));
  }
}
