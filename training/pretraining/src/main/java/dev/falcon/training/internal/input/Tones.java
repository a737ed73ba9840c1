// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

/** Changes the bytes of each channel, as Pillow does. */
final class Tones {
  private static final int VALUES = 256;

  private Tones() {}

  /** Stretches each channel's values over [0, 255]. */
  static void autoContrast(byte[] pixels) {
    for (int channel = 0; channel < 3; channel++) {
      int low = VALUES - 1;
      int high = 0;
      for (int at = channel; at < pixels.length; at += 3) {
        low = Math.min(low, pixels[at] & 0xFF);
        high = Math.max(high, pixels[at] & 0xFF);
      }
      if (high > low) {
        double scale = (VALUES - 1.0) / (high - low);
        double offset = -low * scale;
        int[] table = new int[VALUES];
        for (int value = 0; value < VALUES; value++) {
          table[value] = clip((int) (value * scale + offset));
        }
        map(pixels, channel, table);
      }
    }
  }

  /** Equalises each channel's histogram. */
  static void equalise(byte[] pixels) {
    for (int channel = 0; channel < 3; channel++) {
      int[] counts = new int[VALUES];
      for (int at = channel; at < pixels.length; at += 3) {
        counts[pixels[at] & 0xFF]++;
      }
      int last = VALUES - 1;
      while (counts[last] == 0) {
        last--;
      }
      int step = (pixels.length / 3 - counts[last]) / (VALUES - 1);
      if (step > 0) {
        int[] table = new int[VALUES];
        int below = step / 2;
        for (int value = 0; value < VALUES; value++) {
          table[value] = clip(below / step);
          below += counts[value];
        }
        map(pixels, channel, table);
      }
    }
  }

  /** Multiplies all values, clipping at 255. */
  static void brighten(byte[] pixels, float factor) {
    int[] table = new int[VALUES];
    for (int value = 0; value < VALUES; value++) {
      table[value] = clip((int) (value * factor));
    }
    for (int channel = 0; channel < 3; channel++) {
      map(pixels, channel, table);
    }
  }

  static int clip(int value) {
    return Math.max(0, Math.min(VALUES - 1, value));
  }

  private static void map(byte[] pixels, int channel, int[] table) {
    for (int at = channel; at < pixels.length; at += 3) {
      pixels[at] = (byte) table[pixels[at] & 0xFF];
    }
  }
}
