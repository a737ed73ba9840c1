// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal;

/** Clamps numbers to the range of an unsigned byte. */
public final class Clip {
  private Clip() {}

  /**
   * Returns the nearest number in [0, 255]. Uses no branches or calls, so that loops are
   * vectorised.
   */
  public static int toByte(int value) {
    int notNegative = value & ~(value >> 31);
    return (notNegative | (255 - value) >> 31) & 0xff;
  }

  /**
   * Like {@link #toByte}, but faster if nearly all values are in range and they are clamped one at
   * a time.
   */
  public static int rarely(int value) {
    if ((value & ~0xff) == 0) {
      return value;
    }
    return value < 0 ? 0 : 255;
  }
}
