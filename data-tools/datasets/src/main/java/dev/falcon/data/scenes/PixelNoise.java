// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;

/**
 * Gaussian noise on bytes. Bytes are integers, so the noise is the discrete Gaussian, P(k) ∝
 * exp(-k² / 2σ²), looked up by 16 random bits. This takes a quarter of a 64-bit random number per
 * channel and no transcendental function.
 */
final class PixelNoise {
  private static final int TABLE_SIZE = 1 << 16;
  private static final int VALUES_PER_LONG = Long.SIZE / Short.SIZE;
  private static final int MAX_BYTE = 255;

  private final byte[] table;

  /**
   * @param deviation the standard deviation in byte values, at most 40; 0 for no noise
   */
  PixelNoise(double deviation) {
    this.table = deviation == 0 ? null : table(deviation);
  }

  /** Adds noise to every byte, read as a value in [0, 255], and clamps the sum to that range. */
  void add(byte[] pixels, RandomStream random) {
    if (table == null) {
      return;
    }
    for (int start = 0; start < pixels.length; start += VALUES_PER_LONG) {
      long bits = random.nextLong();
      int end = Math.min(pixels.length, start + VALUES_PER_LONG);
      for (int i = start; i < end; i++) {
        int value = (pixels[i] & MAX_BYTE) + table[(int) bits & (TABLE_SIZE - 1)];
        pixels[i] = (byte) Math.max(0, Math.min(MAX_BYTE, value));
        bits >>>= Short.SIZE;
      }
    }
  }

  /** Returns the quantiles of the distribution at the midpoints of TABLE_SIZE equal parts. */
  private static byte[] table(double deviation) {
    double[] weights = new double[2 * Byte.MAX_VALUE + 1];
    double total = 0;
    for (int i = 0; i < weights.length; i++) {
      double step = (i - Byte.MAX_VALUE) / deviation;
      weights[i] = StrictMath.exp(-step * step / 2);
      total += weights[i];
    }
    byte[] table = new byte[TABLE_SIZE];
    int value = 0;
    double reached = weights[0];
    for (int i = 0; i < TABLE_SIZE; i++) {
      while (reached < total * (i + 0.5) / TABLE_SIZE && value < weights.length - 1) {
        value++;
        reached += weights[value];
      }
      table[i] = (byte) (value - Byte.MAX_VALUE);
    }
    return table;
  }
}
