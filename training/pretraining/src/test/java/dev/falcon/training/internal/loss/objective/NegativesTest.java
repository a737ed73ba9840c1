// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.loss.objective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.training.internal.framework.seam.ObjectiveTargets.LabelledPair;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NegativesTest {
  /** Image by caption; own pairs on the diagonal are the most similar. */
  private static final float[] SIMILARITIES = {
    0.9f, 0.5f, 0.1f,
    0.2f, 0.9f, 0.7f,
    0.4f, 0.3f, 0.9f
  };

  @Test
  void theHardestIsTheMostSimilarOther() {
    Negatives negatives = Negatives.hardest(SIMILARITIES, SIMILARITIES, 3);
    assertThat(negatives.texts()).containsExactly(1, 2, 0);
    assertThat(negatives.images()).containsExactly(2, 0, 1);
  }

  @Test
  void tiesGoToTheLowerRow() {
    Negatives negatives = Negatives.hardest(new float[16], new float[16], 4);
    assertThat(negatives.texts()).containsExactly(1, 0, 0, 0);
    assertThat(negatives.images()).containsExactly(1, 0, 0, 0);
  }

  @Test
  void captionsAndImagesAreChosenByTheirOwnSimilarities() {
    float[] reversed = new float[9];
    for (int i = 0; i < 9; i++) {
      reversed[i] = -SIMILARITIES[i];
    }
    Negatives negatives = Negatives.hardest(SIMILARITIES, reversed, 3);
    assertThat(negatives.texts()).containsExactly(1, 2, 0);
    assertThat(negatives.images()).containsExactly(1, 2, 0);
  }

  @Test
  void ownPairsComeFirstThenCaptionsWithTheirNegativeImagesThenImagesWithTheirCaptions() {
    assertThat(new Negatives(new int[] {1, 0}, new int[] {1, 0}).pairs())
        .containsExactly(
            new LabelledPair(0, 0, true),
            new LabelledPair(1, 1, true),
            new LabelledPair(1, 0, false),
            new LabelledPair(0, 1, false),
            new LabelledPair(0, 1, false),
            new LabelledPair(1, 0, false));
  }

  /** Pearson's statistic of 20,000 draws for every row and direction, against a plain softmax. */
  @Test
  void drawnNegativesFollowTheSoftmaxAndAreNeverThePairItself() {
    int rows = 5;
    double temperature = 0.2;
    RandomStream values = RandomStream.of(4, "similarities");
    float[] forTexts = new float[rows * rows];
    float[] forImages = new float[rows * rows];
    for (int i = 0; i < forTexts.length; i++) {
      forTexts[i] = (float) values.nextDouble();
      forImages[i] = (float) values.nextDouble();
    }
    int draws = 20_000;
    int[][] texts = new int[rows][rows];
    int[][] images = new int[rows][rows];
    for (int i = 0; i < draws; i++) {
      RandomStream random = RandomStream.of(4, "draws", i);
      Negatives negatives = Negatives.drawn(forTexts, forImages, rows, temperature, random);
      for (int row = 0; row < rows; row++) {
        texts[row][negatives.texts()[row]]++;
        images[row][negatives.images()[row]]++;
      }
    }
    for (int row = 0; row < rows; row++) {
      double[] textWeights = new double[rows];
      double[] imageWeights = new double[rows];
      for (int other = 0; other < rows; other++) {
        textWeights[other] = weight(forTexts[row * rows + other], row == other, temperature);
        imageWeights[other] = weight(forImages[other * rows + row], row == other, temperature);
      }
      // The 0.9999 quantile of chi-square with 3 degrees of freedom.
      assertThat(statistic(texts[row], textWeights, draws)).isLessThan(21.1);
      assertThat(statistic(images[row], imageWeights, draws)).isLessThan(21.1);
    }
  }

  private static double weight(float similarity, boolean self, double temperature) {
    return self ? 0 : Math.exp(similarity / temperature);
  }

  private static double statistic(int[] counts, double[] weights, int draws) {
    double sum = Arrays.stream(weights).sum();
    double statistic = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = draws * weights[i] / sum;
      if (expected == 0) {
        assertThat(counts[i]).isZero();
      } else {
        statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
      }
    }
    return statistic;
  }
}
