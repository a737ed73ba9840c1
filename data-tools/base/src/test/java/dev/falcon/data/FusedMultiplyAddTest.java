// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FusedMultiplyAddTest {
  private static final float[] SPECIAL = {
    0f,
    -0f,
    1f,
    -1f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    Float.MIN_NORMAL,
    Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN,
    1 + 0x1p-23f,
    1 - 0x1p-24f,
    0x1p-75f,
    -0x1.000002p-74f,
    0x1p127f,
    3
  };

  private static void check(float a, float b, float c) {
    assertThat(Float.floatToIntBits(FusedMultiplyAdd.byDoubles(a, b, c)))
        .as("%s * %s + %s", a, b, c)
        .isEqualTo(Float.floatToIntBits(Math.fma(a, b, c)));
  }

  @Test
  void specialNumbersHaveTheBitsOfTheInstruction() {
    for (float a : SPECIAL) {
      for (float b : SPECIAL) {
        for (float c : SPECIAL) {
          check(a, b, c);
        }
      }
    }
  }

  @Test
  void randomBitsHaveTheBitsOfTheInstruction() {
    RandomStream random = RandomStream.of(3, "bits");
    for (int i = 0; i < 100_000; i++) {
      check(
          Float.intBitsToFloat((int) random.nextLong()),
          Float.intBitsToFloat((int) random.nextLong()),
          Float.intBitsToFloat((int) random.nextLong()));
    }
  }

  /** A sum that is rounded to the middle between two floats, and then to the wrong one. */
  @Test
  void sumsBesideTheMiddleAreRoundedOnce() {
    float less = 0x1p-12f * (1 - 0x1p-18f);
    float more = 0x1p-12f * (1 + 0x1p-18f);
    float odd = 1 + 0x1p-23f;
    assertThat((float) ((double) less * more + odd)).isEqualTo(1 + 0x1p-22f);
    assertThat(FusedMultiplyAdd.byDoubles(less, more, odd)).isEqualTo(odd);

    for (float a : new float[] {less, more, 0x1p-12f, -less, -more}) {
      for (float b : new float[] {less, more, 0x1p-12f}) {
        for (float c : new float[] {odd, 1 + 0x1p-22f, -odd, 1, -1 + 0x1p-24f, 0x1p-24f}) {
          check(a, b, c);
        }
      }
    }
  }
}
