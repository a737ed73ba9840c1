// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.input;

import dev.falcon.data.image.ResampleFilter;
import dev.falcon.training.config.DataConfig;

/**
 * The conversion of a picture to the network's input: a resize to the network's square, and then
 * (value / 255 - mean) / deviation for each channel.
 *
 * @param size the side of the square in pixels
 * @param filter the filter of the resize
 * @param values the normalised value of every byte, by channel [3 x 256]
 */
@SuppressWarnings("ArrayRecordComponent") // a table, never compared
public record PixelFormat(int size, ResampleFilter filter, float[][] values) {
  /** Returns the format of a configuration. */
  public static PixelFormat of(int size, DataConfig data) {
    float[][] values = new float[3][256];
    for (int channel = 0; channel < 3; channel++) {
      for (int value = 0; value < 256; value++) {
        values[channel][value] =
            (value / 255f - data.mean().get(channel)) / data.deviation().get(channel);
      }
    }
    return new PixelFormat(size, data.resample().filter(), values);
  }

  /**
   * Converts an image.
   *
   * @param bytes the resized picture [size x size x 3]
   * @param pixels receives the picture [3 x size x size] from {@code offset} on
   */
  public void write(byte[] bytes, float[] pixels, int offset) {
    int area = size * size;
    for (int at = 0; at < area; at++) {
      for (int channel = 0; channel < 3; channel++) {
        pixels[offset + channel * area + at] = values[channel][bytes[3 * at + channel] & 0xFF];
      }
    }
  }

  /** Returns the number of floats per image. */
  public int length() {
    return 3 * size * size;
  }
}
