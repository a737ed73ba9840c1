// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SharpnessTest {
  private static byte[] grey(int... values) {
    byte[] pixels = new byte[3 * values.length];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (byte) values[i / 3];
    }
    return pixels;
  }

  /** The smoothed middle is (5 * 200 + 8 * 100) / 13 = 138.46, 138; 138 + 1.36 * 62 = 222.3. */
  @Test
  void movesInnerPixelsAwayFromTheirNeighbours() {
    byte[] pixels = grey(100, 100, 100, 100, 200, 100, 100, 100, 100);
    assertThat(Sharpness.apply(pixels, 3, 3, 1.36f))
        .isEqualTo(grey(100, 100, 100, 100, 222, 100, 100, 100, 100));
  }

  /** (5 * 0 + 8 * 255) / 13 = 156.9, 157; 157 - 1.36 * 157 = -56.5. */
  @Test
  void cutsOffAtTheEndsOfAByte() {
    int w = 255;
    byte[] pixels = grey(w, w, w, w, 0, w, w, w, w);
    assertThat(Sharpness.apply(pixels, 3, 3, 1.36f)).isEqualTo(pixels);
    assertThat(Sharpness.apply(pixels, 3, 3, 0)).isEqualTo(grey(w, w, w, w, 157, w, w, w, w));
  }

  @Test
  void channelsDoNotMix() {
    byte[] pixels = new byte[27];
    pixels[13] = 26; // green of the middle; smoothed 10
    byte[] sharper = Sharpness.apply(pixels, 3, 3, 1.5f);
    pixels[13] = 34;
    assertThat(sharper).isEqualTo(pixels);
  }

  @Test
  void aPictureWithoutInsideStays() {
    byte[] pixels = grey(1, 200, 3, 40);
    assertThat(Sharpness.apply(pixels, 2, 2, 1.36f)).isEqualTo(pixels);
    assertThat(Sharpness.apply(pixels, 4, 1, 1.36f)).isEqualTo(pixels);
  }
}
