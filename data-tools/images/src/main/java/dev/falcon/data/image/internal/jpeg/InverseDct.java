// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image.internal.jpeg;

import dev.falcon.data.image.internal.Clip;

/**
 * The inverse cosine transform of an 8 x 8 block in integers: the factorisation of Loeffler,
 * Ligtenberg and Moschytz (1989) with 13 bits of constants and two further bits between the passes,
 * so that every sample equals libjpeg's accurate transform.
 */
final class InverseDct {
  private static final int CONST_BITS = 13;
  private static final int PASS1_BITS = 2;
  private static final int PASS1_SHIFT = CONST_BITS - PASS1_BITS;
  private static final int PASS2_SHIFT = CONST_BITS + PASS1_BITS + 3;
  private static final int CENTER = 128;

  // The constants times 2^13, rounded.
  private static final int C_0_298631336 = 2446;
  private static final int C_0_390180644 = 3196;
  private static final int C_0_541196100 = 4433;
  private static final int C_0_765366865 = 6270;
  private static final int C_0_899976223 = 7373;
  private static final int C_1_175875602 = 9633;
  private static final int C_1_501321110 = 12299;
  private static final int C_1_847759065 = 15137;
  private static final int C_1_961570560 = 16069;
  private static final int C_2_053119869 = 16819;
  private static final int C_2_562915447 = 20995;
  private static final int C_3_072711026 = 25172;

  private final int[] workspace = new int[64];

  /**
   * Transforms one block.
   *
   * @param block the coefficients // [64] from {@code at} on, natural order
   * @param quantization the factor of each coefficient // [64], natural order
   * @param lastSet the number in zigzag order of the last possibly non-zero coefficient
   * @param rows receives the samples in [0, 255] // eight rows from {@code row} on, eight columns
   *     from {@code column} on
   */
  void transform(
      short[] block, int at, int[] quantization, int lastSet, int[][] rows, int row, int column) {
    if (lastSet == 0) {
      int sample = Clip.rarely(((block[at] * quantization[0] + 4) >> 3) + CENTER);
      for (int y = 0; y < 8; y++) {
        int[] out = rows[row + y];
        for (int x = column; x < column + 8; x++) {
          out[x] = sample;
        }
      }
      return;
    }
    for (int x = 0; x < 8; x++) {
      column(block, at + x, quantization, x);
    }
    for (int y = 0; y < 8; y++) {
      row(8 * y, rows[row + y], column);
    }
  }

  private void column(short[] block, int at, int[] quantization, int x) {
    int[] out = workspace;
    int c1 = block[at + 8];
    int c2 = block[at + 16];
    int c3 = block[at + 24];
    int c4 = block[at + 32];
    int c5 = block[at + 40];
    int c6 = block[at + 48];
    int c7 = block[at + 56];
    int c0 = block[at] * quantization[x];
    if ((c1 | c2 | c3 | c4 | c5 | c6 | c7) == 0) {
      int value = c0 << PASS1_BITS;
      out[x] = value;
      out[x + 8] = value;
      out[x + 16] = value;
      out[x + 24] = value;
      out[x + 32] = value;
      out[x + 40] = value;
      out[x + 48] = value;
      out[x + 56] = value;
      return;
    }
    c1 *= quantization[x + 8];
    c2 *= quantization[x + 16];
    c3 *= quantization[x + 24];
    c4 *= quantization[x + 32];
    c5 *= quantization[x + 40];
    c6 *= quantization[x + 48];
    c7 *= quantization[x + 56];

    int z = (c2 + c6) * C_0_541196100;
    int even2 = z - c6 * C_1_847759065;
    int even3 = z + c2 * C_0_765366865;
    int even0 = (c0 + c4) << CONST_BITS;
    int even1 = (c0 - c4) << CONST_BITS;
    int half = 1 << (PASS1_SHIFT - 1);
    int a0 = even0 + even3 + half;
    int a3 = even0 - even3 + half;
    int a1 = even1 + even2 + half;
    int a2 = even1 - even2 + half;

    int z5 = (c7 + c3 + c5 + c1) * C_1_175875602;
    int z1 = -(c7 + c1) * C_0_899976223;
    int z2 = -(c5 + c3) * C_2_562915447;
    int z3 = z5 - (c7 + c3) * C_1_961570560;
    int z4 = z5 - (c5 + c1) * C_0_390180644;
    int b0 = c7 * C_0_298631336 + z1 + z3;
    int b1 = c5 * C_2_053119869 + z2 + z4;
    int b2 = c3 * C_3_072711026 + z2 + z3;
    int b3 = c1 * C_1_501321110 + z1 + z4;

    out[x] = (a0 + b3) >> PASS1_SHIFT;
    out[x + 56] = (a0 - b3) >> PASS1_SHIFT;
    out[x + 8] = (a1 + b2) >> PASS1_SHIFT;
    out[x + 48] = (a1 - b2) >> PASS1_SHIFT;
    out[x + 16] = (a2 + b1) >> PASS1_SHIFT;
    out[x + 40] = (a2 - b1) >> PASS1_SHIFT;
    out[x + 24] = (a3 + b0) >> PASS1_SHIFT;
    out[x + 32] = (a3 - b0) >> PASS1_SHIFT;
  }

  private void row(int at, int[] out, int to) {
    int[] in = workspace;
    int c0 = in[at];
    int c1 = in[at + 1];
    int c2 = in[at + 2];
    int c3 = in[at + 3];
    int c4 = in[at + 4];
    int c5 = in[at + 5];
    int c6 = in[at + 6];
    int c7 = in[at + 7];

    int z = (c2 + c6) * C_0_541196100;
    int even2 = z - c6 * C_1_847759065;
    int even3 = z + c2 * C_0_765366865;
    int even0 = (c0 + c4) << CONST_BITS;
    int even1 = (c0 - c4) << CONST_BITS;
    int half = (1 << (PASS2_SHIFT - 1)) + (CENTER << PASS2_SHIFT);
    int a0 = even0 + even3 + half;
    int a3 = even0 - even3 + half;
    int a1 = even1 + even2 + half;
    int a2 = even1 - even2 + half;

    int z5 = (c7 + c3 + c5 + c1) * C_1_175875602;
    int z1 = -(c7 + c1) * C_0_899976223;
    int z2 = -(c5 + c3) * C_2_562915447;
    int z3 = z5 - (c7 + c3) * C_1_961570560;
    int z4 = z5 - (c5 + c1) * C_0_390180644;
    int b0 = c7 * C_0_298631336 + z1 + z3;
    int b1 = c5 * C_2_053119869 + z2 + z4;
    int b2 = c3 * C_3_072711026 + z2 + z3;
    int b3 = c1 * C_1_501321110 + z1 + z4;

    out[to] = Clip.rarely((a0 + b3) >> PASS2_SHIFT);
    out[to + 1] = Clip.rarely((a1 + b2) >> PASS2_SHIFT);
    out[to + 2] = Clip.rarely((a2 + b1) >> PASS2_SHIFT);
    out[to + 3] = Clip.rarely((a3 + b0) >> PASS2_SHIFT);
    out[to + 4] = Clip.rarely((a3 - b0) >> PASS2_SHIFT);
    out[to + 5] = Clip.rarely((a2 - b1) >> PASS2_SHIFT);
    out[to + 6] = Clip.rarely((a1 - b2) >> PASS2_SHIFT);
    out[to + 7] = Clip.rarely((a0 - b3) >> PASS2_SHIFT);
  }
}
