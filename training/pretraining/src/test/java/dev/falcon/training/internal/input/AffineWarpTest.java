// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AffineWarpTest {
  private static byte[] grey(int... values) {
    byte[] pixels = new byte[3 * values.length];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) values[i / 3];
    }
    return pixels;
  }

  @Test
  void aMoveByWholePixelsFillsWithMidGrey() {
    byte[] pixels = grey(10, 20, 30, 40, 50, 60);
    assertThat(new AffineWarp(1, 0, 1, 0, 1, 0).apply(pixels, 3, 2))
        .isEqualTo(grey(128, 10, 20, 128, 40, 50));
    assertThat(new AffineWarp(1, 0, 0, 0, 1, -1).apply(pixels, 3, 2))
        .isEqualTo(grey(40, 50, 60, 128, 128, 128));
  }

  /** Half a pixel mixes neighbours, at the border with mid-grey: (128 + 10) / 2 = 69. */
  @Test
  void aMoveByHalfAPixelMixes() {
    assertThat(new AffineWarp(1, 0, 0.5, 0, 1, 0).apply(grey(10, 20, 30), 3, 1))
        .isEqualTo(grey(69, 15, 25));
  }

  /**
   * Row y moves right by 0.21 y: in row 1 by 0.21, which is 7 / 32; in row 2 by 0.42, 13 / 32. So
   * the second row's places lie 25 / 32 of the way to the pixel, the third's 19 / 32.
   */
  @Test
  void aShearMovesEachRowByItsNumber() {
    byte[] pixels = grey(0, 64, 128, 0, 64, 128, 0, 64, 128);
    byte[] sheared = new AffineWarp(1, 0.21f, 0, 0, 1, 0).apply(pixels, 3, 3);
    assertThat(sheared)
        .isEqualTo(
            grey(
                0, 64, 128, 28, // 128 * 7 / 32
                50, // 64 * 25 / 32
                114, // 64 + 64 * 25 / 32
                52, // 128 * 13 / 32
                38, // 64 * 19 / 32
                102)); // 64 + 64 * 19 / 32
  }

  @Test
  void aQuarterTurnIsCounterClockwiseAboutTheCentre() {
    // The centre is (1, 1) of a picture of 2 x 2, where its pixels' corners meet it one pixel on.
    byte[] pixels = grey(1, 2, 3, 4);
    assertThat(AffineWarp.rotation(90, 2, 2).apply(pixels, 2, 2)).isEqualTo(grey(128, 128, 2, 4));
  }

  /** On a plane, bilinear interpolation is exact but for the 32nds of a pixel and the rounding. */
  @Test
  void aRotationTakesValuesFromWhereTheyWere() {
    int size = 41;
    byte[] pixels = new byte[3 * size * size];
    for (int at = 0; at < pixels.length; at++) {
      pixels[at] = (byte) (2 * (at / 3 % size) + 3 * (at / 3 / size));
    }
    byte[] turned = AffineWarp.rotation(21, size, size).apply(pixels, size, size);
    double cosine = Math.cos(Math.toRadians(21));
    double sine = Math.sin(Math.toRadians(21));
    double centre = size / 2.0;
    int inside = 0;
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        double fromX = cosine * (x - centre) - sine * (y - centre) + centre;
        double fromY = sine * (x - centre) + cosine * (y - centre) + centre;
        if (fromX > 0 && fromX < size - 1 && fromY > 0 && fromY < size - 1) {
          double expected = 2 * fromX + 3 * fromY;
          assertThat((double) (turned[3 * (y * size + x)] & 0xFF))
              .isCloseTo(expected, Offset.offset(0.5 + 5 / 64.0 + 0.01));
          inside++;
        }
      }
    }
    assertThat(inside).isGreaterThan(1000);
  }
}
