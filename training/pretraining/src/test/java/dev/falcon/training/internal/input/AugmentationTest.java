// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.RandomStream;
import dev.falcon.data.image.Raster;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Resampler;
import dev.falcon.training.config.AugmentConfig;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AugmentationTest {
  private static final List<Double> RATIO = List.of(0.75, 4 / 3.0);

  /** 8 x 8 pixels, all of them different. */
  private static byte[] picture() {
    byte[] pixels = new byte[3 * 64];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) (i * 37 % 251);
    }
    return pixels;
  }

  private static byte[] apply(AugmentConfig config, long number) {
    return new Augmentation(config, 8, ResampleFilter.BICUBIC)
        .apply(Raster.rgb(8, 8, picture()), new Resampler(), RandomStream.of(1, "test", number));
  }

  @Test
  void nothingAskedForChangesNothing() {
    AugmentConfig none = new AugmentConfig(false, List.of(0.2, 1.0), RATIO, 0, 0, 7);
    assertThat(apply(none, 0)).isEqualTo(picture());
  }

  @Test
  void aFlipIsTheMirrorImage() {
    AugmentConfig flip = new AugmentConfig(false, List.of(0.2, 1.0), RATIO, 1, 0, 7);
    byte[] mirrored = apply(flip, 0);
    byte[] picture = picture();
    for (int y = 0; y < 8; y++) {
      for (int x = 0; x < 8; x++) {
        for (int channel = 0; channel < 3; channel++) {
          assertThat(mirrored[3 * (8 * y + x) + channel])
              .isEqualTo(picture[3 * (8 * y + 7 - x) + channel]);
        }
      }
    }
  }

  @Test
  void theStreamAloneDecides() {
    AugmentConfig all = new AugmentConfig(true, List.of(0.2, 1.0), RATIO, 0.5, 2, 7);
    assertThat(apply(all, 3)).isEqualTo(apply(all, 3)).isNotEqualTo(apply(all, 4));
  }

  /** Of ten operations one leaves the picture, and half of all draws are left out. */
  @Test
  void anOperationIsAppliedInHalfOfItsDraws() {
    AugmentConfig one = new AugmentConfig(false, List.of(0.2, 1.0), RATIO, 0, 1, 7);
    byte[] picture = picture();
    int changed = 0;
    for (int i = 0; i < 4000; i++) {
      changed += Arrays.equals(apply(one, i), picture) ? 0 : 1;
    }
    // Equalise, too, leaves 64 pixels as they are: 8 / 10 of 1 / 2, with a deviation of 0.008.
    assertThat(changed / 4000.0).isBetween(0.37, 0.43);
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationGivesAPictureOfItsSizeAndTakesBothDirections(Operation operation) {
    Set<String> results = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      byte[] changed = operation.apply(picture(), 8, 8, 7, RandomStream.of(1, "direction", i));
      assertThat(changed).hasSize(3 * 64);
      results.add(HexFormat.of().formatHex(changed));
    }
    boolean directed =
        switch (operation) {
          case SHEAR_X, SHEAR_Y, TRANSLATE_X, TRANSLATE_Y, ROTATE -> true;
          case IDENTITY, AUTO_CONTRAST, EQUALISE, BRIGHTNESS, SHARPNESS -> false;
        };
    assertThat(results).hasSize(directed ? 2 : 1);
  }

  /** ALBEF's strengths at level 7: 1.36, 0.21, 7 pixels, 21 degrees. */
  @Test
  void levelSevenIsAlbefs() {
    byte[] white = new byte[3 * 64];
    Arrays.fill(white, (byte) 100);
    assertThat(Operation.BRIGHTNESS.apply(white.clone(), 8, 8, 7, null)).containsOnly(136);
    byte[] moved = Operation.TRANSLATE_X.apply(white, 8, 8, 7, RandomStream.of(1, "x"));
    long kept = IntStream.range(0, 64).filter(i -> moved[3 * i] == 100).count();
    assertThat(kept).as("one column of eight").isEqualTo(8);
    RandomStream random = RandomStream.of(1, "x");
    double direction = random.nextDouble() < 0.5 ? -1 : 1;
    assertThat(Operation.ROTATE.apply(picture(), 8, 8, 7, RandomStream.of(1, "x")))
        .isEqualTo(AffineWarp.rotation(21 * direction, 8, 8).apply(picture(), 8, 8));
    assertThat(Operation.SHEAR_Y.apply(picture(), 8, 8, 7, RandomStream.of(1, "x")))
        .isEqualTo(
            new AffineWarp(1, 0, 0, (float) (0.21 * direction), 1, 0).apply(picture(), 8, 8));
  }
}
