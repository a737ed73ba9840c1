// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two captions an image, whose own similarities are given. */
class OwnReliabilityTest {
  private static final double[][] OWN = {{0.9, 0.8}, {0.2, 0.4}, {0.5, 0.7}, {0.1, 0.1}};

  @TempDir private Path folder;

  private EmbeddingStore write(boolean severalCaptions) {
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, 2, 100, true, false, null);
    Path place = folder.resolve(severalCaptions ? "several" : "one");
    try (StoreWriter writer = StoreWriter.open(place, options, false)) {
      for (int caption = 0; caption < 2; caption++) {
        for (int image = 0; image < OWN.length; image++) {
          float own = (float) OWN[image][caption];
          writer.append(
              image + "-" + caption,
              Optional.of(severalCaptions ? "i" + image : "i" + image + "-" + caption),
              Optional.empty(),
              new float[] {1, 0},
              0,
              new float[] {own, (float) Math.sqrt(1 - own * own)},
              0);
        }
      }
      writer.finish();
    }
    return EmbeddingStore.open(place);
  }

  @Test
  void isTheIntraclassCorrelation() {
    double mean = 0;
    for (double[] pair : OWN) {
      mean += (pair[0] + pair[1]) / (2 * OWN.length);
    }
    double between = 0;
    double within = 0;
    for (double[] pair : OWN) {
      double middle = (pair[0] + pair[1]) / 2;
      between += 2 * (middle - mean) * (middle - mean) / (OWN.length - 1);
      within += (pair[0] - pair[1]) * (pair[0] - pair[1]) / 2 / OWN.length;
    }
    assertThat(OwnReliability.of(write(true)).orElseThrow())
        .isEqualTo((between - within) / (between + within), offset(1e-6));
  }

  /** Texts 0 and 1 of an image are a pair, then texts 2 and 3; a fifth has no other. */
  @Test
  void ofTextsIsThatOfDisjointPairs() {
    StoreOptions options =
        new StoreOptions(StoreLayout.ARROW, VectorType.FLOAT32, 2, 100, true, false, null);
    try (StoreWriter writer = StoreWriter.open(folder.resolve("texts"), options, false)) {
      for (int text = 0; text < 5; text++) {
        for (int image = 0; image < OWN.length; image++) {
          double own = text % 2 == 0 ? 1 : OWN[image][text / 2];
          float sine = (float) Math.sqrt(1 - own * own);
          writer.append(
              image + "-" + text,
              Optional.of("i" + image),
              Optional.empty(),
              new float[] {0, 1},
              0,
              new float[] {(float) own, sine},
              0);
        }
      }
      writer.finish();
    }
    EmbeddingStore onePair = write(true);
    assertThat(OwnReliability.ofTexts(EmbeddingStore.open(folder.resolve("texts"))).orElseThrow())
        .isEqualTo(OwnReliability.of(onePair).orElseThrow(), offset(1e-6));
    assertThat(OwnReliability.ofTexts(onePair)).isEmpty();
  }

  @Test
  void isNotKnownWhereEveryImageHasOneCaption() {
    assertThat(OwnReliability.of(write(false))).isEmpty();
  }
}
