// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaceMetricsTest {
  /** Three faces, counted by hand: of the classifiers for race, gender, age and insults. */
  @Test
  void equalAHandsCount() {
    int[][] predicted = {{1, 0, 2, 3}, {4, 1, 2, 15}, {1, 1, 1, 18}};
    // age, gender, race, race_binary
    long[][] metadata = {{2, 0, 1, 0}, {1, 1, 0, 1}, {1, 0, 0, 1}};
    Scores scores = FaceMetrics.of(predicted, metadata);
    assertThat(scores.get("acc_race_avg")).isEqualTo((double) (2 / 3f));
    assertThat(scores.get("acc_race_race_binary:0")).isEqualTo(1);
    assertThat(scores.get("acc_race_race_binary:1")).isEqualTo(0.5);
    assertThat(scores.get("count_race_binary:1")).isEqualTo(2);
    assertThat(scores.get("acc_race_wg")).isEqualTo(0.5);
    assertThat(scores.get("acc_gender_avg")).isEqualTo((double) (2 / 3f));
    assertThat(scores.get("acc_age_avg")).isEqualTo((double) (2 / 3f));
    assertThat(scores.get("acc_gender_x_race:0_gender:0")).isZero();
    assertThat(scores.get("acc_gender_x_race:0_gender:1")).isEqualTo(1);
    assertThat(scores.get("acc_gender_x_race:1_gender:1")).isNaN(); // nobody is in it
    assertThat(scores.get("toxicity_crime_race:0")).isEqualTo(0.5);
    assertThat(scores.get("toxicity_nonhuman_race:0")).isEqualTo(0.5);
    assertThat(scores.get("toxicity_crime_race:1")).isZero();
  }
}
