// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.RandomStream;
import org.junit.jupiter.api.Test;

class AssignmentTest {
  private static final int ROWS = 8;
  private static final int BATCHES = 1250; // 10,000 captions

  @Test
  void everyThirdCaptionBelongsToNoneOfItsPicturesAndOthersAreDrawnEvenly() {
    int[] labels = new int[3];
    int[] drawn = new int[ROWS];
    int others = 0;
    float[] cosines = new float[ROWS * ROWS];
    for (int batch = 0; batch < BATCHES; batch++) {
      Assignment one =
          Assignment.draw(cosines, ROWS, 0.07, RandomStream.of(1, "assignment", batch));
      for (int row = 0; row < ROWS; row++) {
        int label = (int) one.labels()[row];
        labels[label]++;
        assertThat(one.first()[row]).isNotEqualTo(one.second()[row]);
        assertThat(one.first()[row] == row).isEqualTo(label == 0);
        assertThat(one.second()[row] == row).isEqualTo(label == 1);
        int other = label == 0 ? one.second()[row] : one.first()[row];
        drawn[(other - row + ROWS) % ROWS]++;
        others++;
      }
    }
    for (int count : labels) {
      assertThat(count / 10_000.0).isEqualTo(1 / 3.0, within(0.015));
    }
    assertThat(drawn[0]).isZero();
    for (int distance = 1; distance < ROWS; distance++) {
      assertThat(drawn[distance] / (double) others).isEqualTo(1.0 / (ROWS - 1), within(0.015));
    }
  }

  /** Odds of e^(0.07 / 0.07) between a picture that is alike and one that is not. */
  @Test
  void picturesThatAreAlikeAreDrawnMoreOften() {
    float[] cosines = {1, 0.07f, 0, 0.07f, 1, 0, 0, 0, 1};
    int alike = 0;
    int all = 0;
    for (int batch = 0; batch < 20_000; batch++) {
      Assignment one = Assignment.draw(cosines, 3, 0.07, RandomStream.of(2, "assignment", batch));
      if (one.labels()[0] < 2) {
        all++;
        alike += one.first()[0] == 1 || one.second()[0] == 1 ? 1 : 0;
      }
    }
    assertThat(alike / (double) all).isEqualTo(Math.E / (Math.E + 1), within(0.015));
  }
}
