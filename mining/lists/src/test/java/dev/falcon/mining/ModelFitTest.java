// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.Progress;
import dev.falcon.data.statistics.BinomialLimit;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.mining.datacheck.DataCheck;
import dev.falcon.mining.datacheck.DataCheckResult;
import dev.falcon.mining.report.ModelFit;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fits and checks of a store, once more by two loops over all pairs. */
class ModelFitTest {
  private static final int ROWS = 60;
  private static final int DIMENSION = 16;

  @TempDir private Path folder;

  private EmbeddingStore store() {
    return TestStores.write(folder.resolve("store"), TestVectors.generate(ROWS, DIMENSION, 10, 8));
  }

  private static double dot(float[] a, int i, float[] b, int j) {
    double sum = 0;
    for (int k = 0; k < DIMENSION; k++) {
      sum += (double) a[i * DIMENSION + k] * b[j * DIMENSION + k];
    }
    return sum;
  }

  @Test
  void countsAreThoseOfAllPairs() {
    EmbeddingStore store = store();
    float[] images = new float[ROWS * DIMENSION];
    float[] texts = new float[ROWS * DIMENSION];
    store.readRange(0, ROWS, images, texts);
    long pairs = 0;
    double ties = 0;
    long preferred = 0;
    long belowMedian = 0;
    long first = 0;
    for (int i = 0; i < ROWS; i++) {
      double imagesAhead = 0;
      boolean beaten = false;
      int others = 0;
      for (int j = 0; j < ROWS; j++) {
        if (i / 3 != j / 3) { // three rows an image
          others++;
          ties += dot(images, i, texts, j) == dot(images, i, texts, i) ? 1 : 0;
          preferred += dot(images, i, texts, j) > dot(images, i, texts, i) ? 1 : 0;
          double own = dot(images, i, texts, i);
          double other = dot(images, j, texts, i);
          imagesAhead += other > own ? 1 : other == own ? 0.5 : 0;
          beaten |= other > own; // a tie counts as in an evaluation
        }
      }
      pairs += others;
      first += beaten ? 0 : 1;
      belowMedian += 2 * imagesAhead > others ? 1 : 0;
    }
    double expected = 1 - (preferred + ties / 2) / pairs;

    assertThat(ModelFit.of(store).compared()).isEqualTo(pairs);
    assertThat(ModelFit.of(store).ownAhead()).isCloseTo(expected, within(1e-9));
    DataCheckResult checked =
        DataCheck.of(store, new DataCheck.Request(1_000, 0.9, 5), Progress.NONE);
    assertThat(checked.fit()).isCloseTo(expected, within(1e-9));
    assertThat(checked.first()).isEqualTo(first);
    assertThat(checked.belowMedian()).isEqualTo(belowMedian);
    assertThat(checked.images()).isEqualTo(ROWS / 3);
    assertThat(checked.ownPairs()).hasSize((int) Math.min(5, belowMedian));
    assertThat(checked.ownPairs())
        .as("the lowest first, and none above the median")
        .isSortedAccordingTo((one, other) -> Double.compare(other.ahead(), one.ahead()))
        .allMatch(pair -> pair.ahead() > 0.5);
    assertThat(checked.wrongAtMost())
        .isEqualTo(Math.min(1, 2 * BinomialLimit.upper(belowMedian, ROWS, 0.95)));
  }

  /** Returns the number of pairs of images whose first rows have the same vector. */
  private static long copies(EmbeddingStore store) {
    float[] images = new float[ROWS * DIMENSION];
    store.readRange(0, ROWS, images, new float[ROWS * DIMENSION]);
    long copies = 0;
    for (int i = 0; i < ROWS; i += 3) {
      for (int j = 0; j < i; j += 3) {
        int a = i * DIMENSION;
        int b = j * DIMENSION;
        copies += Arrays.equals(images, a, a + DIMENSION, images, b, b + DIMENSION) ? 1 : 0;
      }
    }
    return copies;
  }

  @Test
  void everyPairOfImagesIsNearAtALowCosineAndCopiesAloneAtOne() {
    EmbeddingStore store = store();
    int images = ROWS / 3;
    DataCheckResult all = DataCheck.of(store, new DataCheck.Request(60, 1e-9, 3), Progress.NONE);
    DataCheckResult copies = DataCheck.of(store, new DataCheck.Request(60, 1, 3), Progress.NONE);

    assertThat(all.nearPairs()).isPositive().isLessThanOrEqualTo(images * (images - 1L) / 2);
    assertThat(all.nearest()).hasSize(3);
    assertThat(all.nearest().get(0).cosine()).isGreaterThanOrEqualTo(all.nearest().get(2).cosine());
    assertThat(copies.nearPairs()).isPositive().isEqualTo(copies(store));
  }
}
