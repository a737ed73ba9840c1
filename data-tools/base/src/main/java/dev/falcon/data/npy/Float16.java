// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

/**
 * IEEE 754 half precision, as the bits of a short. Java has this conversion only since version 20;
 * the results here are the same, except for the payload of a NaN.
 */
public final class Float16 {
  /** The smallest normal half, 2^-14, as the bits of a float. */
  private static final int SMALLEST_NORMAL = 113 << 23;

  /** The smallest float that rounds to infinity, 65520, as the bits of a float. */
  private static final int OVERFLOW = 0x477FF000;

  private static final int FLOAT_INFINITY = 0x7F800000;
  private static final int HALF_INFINITY = 0x7C00;
  private static final int HALF_NAN = 0x7E00;

  private Float16() {}

  /** Returns the value of a half as a float, which is exact. */
  public static float toFloat(short half) {
    int sign = (half & 0x8000) << 16;
    int magnitude = half & 0x7FFF;
    if (magnitude >= HALF_INFINITY) {
      return Float.intBitsToFloat(sign | FLOAT_INFINITY | (magnitude & 0x3FF) << 13);
    }
    if (magnitude < 0x400) {
      float subnormal = magnitude * 0x1.0p-24f;
      return sign == 0 ? subnormal : -subnormal;
    }
    return Float.intBitsToFloat(sign | ((magnitude << 13) + (112 << 23)));
  }

  /**
   * Rounds a float to the nearest half, with ties to even; the result is infinite from 65520 on.
   */
  public static short ofFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    int sign = (bits >>> 16) & 0x8000;
    int magnitude = bits & 0x7FFFFFFF;
    if (magnitude > FLOAT_INFINITY) {
      return (short) (sign | HALF_NAN);
    }
    if (magnitude >= OVERFLOW) {
      return (short) (sign | HALF_INFINITY);
    }
    if (magnitude < SMALLEST_NORMAL) {
      // At 0.5, the last place of a float is 2^-24, like that of a subnormal half, so the addition
      // rounds.
      float rounded = Float.intBitsToFloat(magnitude) + 0.5f;
      return (short) (sign | (Float.floatToRawIntBits(rounded) - Float.floatToRawIntBits(0.5f)));
    }
    int odd = (magnitude >>> 13) & 1;
    return (short) (sign | ((magnitude - (112 << 23) + 0xFFF + odd) >>> 13));
  }
}
