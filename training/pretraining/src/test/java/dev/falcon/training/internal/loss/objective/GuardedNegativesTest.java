// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.training.config.ConfigReader;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GuardedNegativesTest {
  /**
   * Caption 1 is suspected of image 0, caption 2 is not; all images are suspected for caption 3.
   */
  private static final float[] COSINES = {
    0.80f, 0.69f, 0.60f, 0.30f,
    0.10f, 0.70f, 0.20f, 0.29f,
    0.40f, 0.30f, 0.90f, 0.31f,
    0.20f, 0.10f, 0.50f, 0.25f
  };

  @Test
  void takesTheHardestThatIsUnderNoSuspicion() {
    Negatives chosen = new GuardedNegatives(COSINES, 4, 0.05).hardest(COSINES, COSINES);
    assertThat(chosen.texts()).containsExactly(2, 2, 0, 2);
    assertThat(chosen.images()).containsExactly(2, 2, 0, 1);
    assertThat(Negatives.hardest(COSINES, COSINES, 4).texts()).containsExactly(1, 3, 0, 2);
  }

  /** By lists that are sorted whole. */
  @Test
  void equalsANaiveChoice() {
    Random random = new Random(5);
    for (int evidence = 0; evidence < 200; evidence++) {
      int rows = 2 + random.nextInt(8);
      float[] cosines = new float[rows * rows];
      for (int at = 0; at < cosines.length; at++) {
        cosines[at] = Math.round(random.nextFloat() * 20 - 5) / 10f;
      }
      Negatives chosen = new GuardedNegatives(cosines, rows, 0.1).hardest(cosines, cosines);
      for (int row = 0; row < rows; row++) {
        int image = row;
        assertThat(chosen.texts()[row])
            .isEqualTo(naive(cosines, rows, row, other -> new int[] {image, other}));
        assertThat(chosen.images()[row])
            .isEqualTo(naive(cosines, rows, row, other -> new int[] {other, image}));
      }
    }
  }

  private interface Pair {
    int[] of(int other);
  }

  private static int naive(float[] cosines, int rows, int row, Pair pair) {
    int best = -1;
    double bestScore = Double.NEGATIVE_INFINITY;
    for (int other = rows - 1; other >= 0; other--) {
      if (other == row) {
        continue;
      }
      int[] at = pair.of(other);
      double own = cosines[at[1] * rows + at[1]];
      double similarity = cosines[at[0] * rows + at[1]];
      double distance = (similarity - own) / Math.abs(own);
      double score = distance > -0.1 ? -1e300 : similarity;
      if (distance > -0.1) {
        score = -1e6 - Math.min(distance, 1e5);
        score = Double.isInfinite(distance) || Double.isNaN(distance) ? -1e9 : score;
      }
      if (score >= bestScore) {
        bestScore = score;
        best = other;
      }
    }
    return best;
  }

  @Test
  void isAKeyOfTheConfiguration() {
    assertThat(ConfigReader.write(ConfigReader.read("scenes-tiny", null, List.of())))
        .doesNotContain("matching_margin");
    List<String> keys = List.of("objective.matching_margin=0.05");
    assertThat(ConfigReader.write(ConfigReader.read("scenes-tiny", null, keys)))
        .contains("matching_margin: 0.05");
    assertThatThrownBy(
            () ->
                ConfigReader.read(
                    "scenes-tiny",
                    null,
                    List.of("objective.matching_margin=0.05", "objective.negatives=drawn")))
        .hasMessageContaining("requires objective.negatives: hardest; matching_margin=0.05");
    assertThatThrownBy(
            () -> ConfigReader.read("scenes-tiny", null, List.of("objective.matching_margin=2.0")))
        .hasMessageContaining("objective.matching_margin");
  }
}
