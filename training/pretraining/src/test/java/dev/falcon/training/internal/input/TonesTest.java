// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Values worked out by hand from Pillow's definitions; the channels are red, green, blue. */
class TonesTest {
  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  void autoContrastStretchesEachChannelByItself() {
    byte[] pixels = bytes(50, 0, 7, 100, 128, 7, 150, 255, 7);
    Tones.autoContrast(pixels);
    // Red: (100 - 50) 255 / 100 = 127.5, cut to 127. Green is whole already, blue has one value.
    assertThat(pixels).isEqualTo(bytes(0, 0, 7, 127, 128, 7, 255, 255, 7));
  }

  /**
   * 1,024 pixels of which 514 are 10, 256 are 20 and 254 are 200. A step is (514 + 256) / 255 = 3,
   * half of it 1: 10 becomes 1 / 3 = 0, 20 becomes (1 + 514) / 3 = 171, 200 becomes (1 + 770) / 3 =
   * 257, cut to 255.
   */
  @Test
  void equaliseSpreadsValuesByHowManyLieBelow() {
    byte[] pixels = new byte[3 * 1024];
    for (int i = 0; i < 1024; i++) {
      pixels[3 * i] = (byte) (i < 514 ? 10 : i < 770 ? 20 : 200);
      pixels[3 * i + 1] = 40;
    }
    Tones.equalise(pixels);
    assertThat(pixels[0]).isEqualTo((byte) 0);
    assertThat(pixels[3 * 514]).isEqualTo((byte) 171);
    assertThat(pixels[3 * 770]).isEqualTo((byte) 255);
    assertThat(pixels[1]).as("a channel of one value stays").isEqualTo((byte) 40);
  }

  @Test
  void equaliseLeavesPicturesOfFewPixels() {
    byte[] pixels = bytes(1, 2, 3, 4, 5, 6);
    Tones.equalise(pixels);
    assertThat(pixels).isEqualTo(bytes(1, 2, 3, 4, 5, 6));
  }

  @Test
  void brightnessMultipliesAndCutsOff() {
    byte[] pixels = bytes(0, 10, 100, 187, 188, 255);
    Tones.brighten(pixels, 1.36f);
    assertThat(pixels).isEqualTo(bytes(0, 13, 136, 254, 255, 255));
  }
}
