// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four images of six classes, counted by hand: the first two are right, the third is next best. */
class GroupMetricsTest {
  private final Decisions decisions = new Decisions(6);

  @BeforeEach
  void decide() {
    decisions.add(new float[] {9, 1, 2, 3, 4, 5}, 0);
    decisions.add(new float[] {1, 9, 2, 3, 4, 5}, 1);
    decisions.add(new float[] {8, 9, 2, 3, 4, 5}, 0);
    decisions.add(new float[] {9, 8, 7, 6, 5, 0}, 5);
  }

  @Test
  void camelyonCountsBySlide() {
    Scores scores =
        GroupMetrics.camelyon17(
            decisions, new long[][] {{0, 0, 1}, {0, 0, 1}, {0, 2, 1}, {0, 0, 1}});
    assertThat(scores.get("acc_avg")).isEqualTo(0.5);
    assertThat(scores.get("acc_slide:0")).isEqualTo((double) (2 / 3f));
    assertThat(scores.get("count_slide:1")).isZero();
    assertThat(scores.get("acc_wg")).isZero();
  }

  @Test
  void fmowMayLeaveTheOtherRegionOut() {
    long[][] metadata = {{0, 3, 0}, {0, 3, 0}, {5, 4, 0}, {0, 4, 0}};
    Scores counted = GroupMetrics.fmow(decisions, metadata, true);
    Scores left = GroupMetrics.fmow(decisions, metadata, false);
    assertThat(counted.get("acc_worst_region")).isZero();
    assertThat(left.get("acc_worst_region")).isEqualTo((double) (2 / 3f));
    assertThat(left.get("acc_year:3")).isEqualTo(1);
    assertThat(left.get("acc_worst_year")).isZero();
  }

  @Test
  void dollarStreetCountsTheFirstFive() {
    Scores scores =
        GroupMetrics.dollarStreet(
            decisions, new long[][] {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}});
    assertThat(scores.get("acc_top5_avg")).isEqualTo(0.75);
    assertThat(scores.get("acc_top5_income_ds:1")).isEqualTo((double) (2 / 3f));
    assertThat(scores.get("acc_top5_wg")).isEqualTo((double) (2 / 3f));
  }

  @Test
  void geodeCountsByRegion() {
    Scores scores = GroupMetrics.geode(decisions, new long[][] {{0, 0}, {1, 0}, {1, 0}, {1, 0}});
    assertThat(scores.get("acc_region:0")).isEqualTo(1);
    assertThat(scores.get("acc_wg")).isEqualTo((double) (1 / 3f));
  }

  /** Class 0 is found once of twice, class 1 once and once wrongly, class 5 never. */
  @Test
  void iWildCamTakesPlainMeansOverClasses() {
    Scores scores = GroupMetrics.iWildCam(decisions);
    assertThat(scores.get("acc_avg")).isEqualTo(0.5);
    assertThat(scores.get("recall-macro_all")).isEqualTo((0.5 + 1 + 0) / 3);
  }
}
