// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.npy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Float16Test {
  private static final int INFINITY = 0x7C00;

  @Test
  void everyHalfIsTheFloatThatItsFieldsSay() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      assertThat(Float16.toFloat((short) bits))
          .as("%04x", bits)
          .isEqualTo(Float.valueOf(oracle(bits)));
    }
  }

  @Test
  void everyHalfComesBackFromItsFloat() {
    for (int bits = 0; bits < 1 << 16; bits++) {
      float value = Float16.toFloat((short) bits);
      int back = Float16.ofFloat(value) & 0xFFFF;
      if (Float.isNaN(value)) {
        assertThat(Float16.toFloat((short) back)).isNaN();
      } else {
        assertThat(back).as("%04x", bits).isEqualTo(bits);
      }
    }
  }

  @Test
  void betweenTwoHalvesTheNearerIsTakenAndInTheMiddleTheEven() {
    for (int bits = 0; bits < INFINITY; bits++) {
      double below = oracle(bits);
      // Above the largest half lies 65536, which is written as infinity.
      double above = bits == INFINITY - 1 ? 65536 : oracle(bits + 1);
      float middle = (float) ((below + above) / 2);
      int even = bits % 2 == 0 ? bits : bits + 1;
      for (int sign : new int[] {0, 0x8000}) {
        float signed = sign == 0 ? 1 : -1;
        assertThat(Float16.ofFloat(signed * middle) & 0xFFFF).isEqualTo(sign | even);
        assertThat(Float16.ofFloat(signed * Math.nextDown(middle)) & 0xFFFF).isEqualTo(sign | bits);
        assertThat(Float16.ofFloat(signed * Math.nextUp(middle)) & 0xFFFF)
            .isEqualTo(sign | bits + 1);
      }
    }
  }

  @Test
  void largeValuesBecomeInfiniteAndNaNStaysNaN() {
    assertThat(Float16.ofFloat(Float.MAX_VALUE) & 0xFFFF).isEqualTo(INFINITY);
    assertThat(Float16.ofFloat(Float.NEGATIVE_INFINITY) & 0xFFFF).isEqualTo(0x8000 | INFINITY);
    assertThat(Float16.toFloat(Float16.ofFloat(Float.intBitsToFloat(0x7F800001)))).isNaN();
    assertThat(Float16.ofFloat(Float.MIN_VALUE)).isZero();
  }

  /** The definition of the format, in double arithmetic. */
  private static float oracle(int bits) {
    int exponent = bits >> 10 & 31;
    int fraction = bits & 1023;
    double magnitude =
        switch (exponent) {
          case 0 -> fraction * Math.pow(2, -24);
          case 31 -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
          default -> (1024 + fraction) * Math.pow(2, exponent - 25);
        };
    return (float) ((bits & 0x8000) == 0 ? magnitude : -magnitude);
  }
}
