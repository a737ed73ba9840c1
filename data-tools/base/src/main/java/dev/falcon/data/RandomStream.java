// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data;

/**
 * A stream of pseudo-random numbers that is the same on every machine and JDK.
 *
 * <p>SplitMix64: the state advances by the golden ratio, the output is mixed. The platform's own
 * generators do not guarantee their algorithm, and Falcon's outputs must not change with a JDK.
 * Every unit of work has a separate stream, derived from the run's seed, the purpose and the unit's
 * number, so that units can be processed in any order and on any machine.
 */
public final class RandomStream {
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private long state;
  private double spareGaussian = Double.NaN;

  private RandomStream(long state) {
    this.state = state;
  }

  /**
   * Returns the stream of one unit of work.
   *
   * @param seed the run's seed
   * @param purpose the use of the numbers, such as {@code "shuffle"}; streams for different
   *     purposes are independent
   * @param unit the unit's numbers, such as epoch and search space
   */
  public static RandomStream of(long seed, String purpose, long... unit) {
    long state = mix(seed + GOLDEN_RATIO);
    for (int i = 0; i < purpose.length(); i++) {
      state = mix(state + GOLDEN_RATIO + purpose.charAt(i));
    }
    for (long number : unit) {
      state = mix(state + GOLDEN_RATIO + mix(number + GOLDEN_RATIO));
    }
    return new RandomStream(state);
  }

  /** Returns 64 uniformly distributed bits. */
  public long nextLong() {
    state += GOLDEN_RATIO;
    return mix(state);
  }

  /** Returns a number drawn uniformly from [0, 1), a multiple of 2^-53. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /**
   * Returns a whole number drawn uniformly from [0, bound), without modulo bias.
   *
   * @param bound at least 1
   */
  public int nextInt(int bound) {
    if (bound < 1) {
      throw new IllegalArgumentException("bound must be at least 1; bound=" + bound);
    }
    // Lemire's multiply-and-reject: the low word decides whether the high word is biased.
    long product = (nextLong() >>> 32) * bound;
    long low = product & 0xFFFFFFFFL;
    if (low < bound) {
      long threshold = (0x100000000L - bound) % bound;
      while (low < threshold) {
        product = (nextLong() >>> 32) * bound;
        low = product & 0xFFFFFFFFL;
      }
    }
    return (int) (product >>> 32);
  }

  /**
   * Returns a number drawn from the standard normal distribution, by Marsaglia's polar method in
   * strict arithmetic.
   */
  public double nextGaussian() {
    if (!Double.isNaN(spareGaussian)) {
      double spare = spareGaussian;
      spareGaussian = Double.NaN;
      return spare;
    }
    while (true) {
      double x = 2 * nextDouble() - 1;
      double y = 2 * nextDouble() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        double scale = Math.sqrt(-2 * StrictMath.log(square) / square);
        spareGaussian = y * scale;
        return x * scale;
      }
    }
  }

  /** Permutes the values in place, every order equally likely (Fisher–Yates). */
  public void shuffle(int[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
