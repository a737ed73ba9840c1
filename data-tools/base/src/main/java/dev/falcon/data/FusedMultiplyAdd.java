// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * The fused multiply-add of floats, also on processors without such an instruction, as virtual
 * machines of the type x86-64-v2 are. There {@link Math#fma(float, float, float)} computes with
 * {@link java.math.BigDecimal}, hundreds of times slower; the sum of doubles that is used instead
 * has the same bits.
 */
public final class FusedMultiplyAdd {
  private static final boolean FAST = isInstruction();

  /** The bits of a double that a float has no place for. */
  private static final long REST = (1L << 29) - 1;

  /** The bits of a double that lies in the middle between two floats. */
  private static final long MIDDLE = 1L << 28;

  private FusedMultiplyAdd() {}

  /** Returns whether this processor has the instruction, and the JVM uses it. */
  public static boolean isFast() {
    return FAST;
  }

  /** Returns a · b + c, rounded once to the nearest float. */
  public static float of(float a, float b, float c) {
    return FAST ? Math.fma(a, b, c) : byDoubles(a, b, c);
  }

  /**
   * The same by doubles. A product of two floats is exact in a double. Its sum with c is rounded,
   * which changes the float only if the double lies in the middle between two floats; then it is
   * rounded to odd instead (Boldo and Melquiond, Emulation of FMA and correctly rounded sums, IEEE
   * Transactions on Computers 57(4), 2008).
   */
  public static float byDoubles(float a, float b, float c) {
    double product = (double) a * b;
    double sum = product + c;
    boolean middle = (Double.doubleToRawLongBits(sum) & REST) == MIDDLE;
    if (!middle && Math.abs(sum) >= Float.MIN_NORMAL) {
      return (float) sum;
    }
    return (float) toOdd(sum, product, c);
  }

  /** Returns a rounded sum x + y as a double that is odd in its last place unless it is exact. */
  private static double toOdd(double sum, double x, double y) {
    double part = sum - x;
    double error = (x - (sum - part)) + (y - part);
    long bits = Double.doubleToRawLongBits(sum);
    boolean exact = error == 0 || Double.isNaN(error);
    if (exact || (bits & 1) != 0) {
      return sum;
    }
    return Double.longBitsToDouble(error > 0 == sum > 0 ? bits + 1 : bits - 1);
  }

  private static boolean isInstruction() {
    try {
      HotSpotDiagnosticMXBean flags =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return flags == null || Boolean.parseBoolean(flags.getVMOption("UseFMA").getValue());
    } catch (IllegalArgumentException e) {
      return true; // a JVM without this flag decides by itself
    }
  }
}
