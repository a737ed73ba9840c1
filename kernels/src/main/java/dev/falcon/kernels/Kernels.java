// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Chooses the fastest kernel that this JVM can run. */
public final class Kernels {
  /**
   * The system property with the number of products that plain Java computes first. By default, as
   * many as 5,000 rows of 170 numbers have; with fewer, the Vector API is not compiled in time.
   */
  private static final String FEW = "falcon.plain-products";

  private static final Kernel FASTEST = choose(Kernel.class, "VectorKernel", new ScalarKernel());
  private static final Kernel BEST =
      FASTEST instanceof ScalarKernel
          ? FASTEST
          : new WarmingKernel(new ScalarKernel(), FASTEST, Long.getLong(FEW, 1L << 32));
  private static final CrossKernel BEST_CROSS =
      choose(CrossKernel.class, "CrossVectorKernel", new CrossScalarKernel());

  private Kernels() {}

  /**
   * Returns the kernel for any work: after some work in plain Java, the {@link #fastest}. Both give
   * the same bits.
   */
  public static Kernel best() {
    return BEST;
  }

  /**
   * Returns the kernel on the Vector API if its module is loaded and the processor has fused
   * multiply-add, otherwise the kernel in plain Java.
   */
  public static Kernel fastest() {
    return FASTEST;
  }

  /** Returns the fastest kernel for products of two sets of vectors. */
  public static CrossKernel cross() {
    return BEST_CROSS;
  }

  /** Returns a note for the user if products of matrices take far longer than they could. */
  public static Optional<String> note() {
    return FusedMultiplyAdd.isFast()
        ? Optional.empty()
        : Optional.of(
            "this processor has no fused multiply-add, or the JVM must not use it: the results are"
                + " the same, but products of matrices take about 50 times as long; a virtual"
                + " machine needs the processor type x86-64-v3, or that of its host");
  }

  private static <K> K choose(Class<K> kind, String vector, K scalar) {
    if (!VectorApi.isFast()) {
      return scalar;
    }
    try {
      // By name: the class is compiled separately, and cannot even be linked without the incubating
      // module.
      return Class.forName(Kernels.class.getPackageName() + "." + vector)
          .asSubclass(kind)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the Vector API is present, but its kernel does not load", e);
    }
  }

  /**
   * Begins in plain Java, and continues on the Vector API once there is enough work: the JVM
   * interprets that API, far more slowly than plain Java, until it has compiled it, which takes
   * about a second of a processor. Both kernels have the same bits.
   */
  static final class WarmingKernel implements Kernel {
    private final Kernel plain;
    private final Kernel vector;
    private final long few;
    private final AtomicLong products = new AtomicLong();

    /**
     * Creates a kernel that has not computed anything.
     *
     * @param few the number of products of two numbers from which on the Vector API is faster
     */
    WarmingKernel(Kernel plain, Kernel vector, long few) {
      this.plain = plain;
      this.vector = vector;
      this.few = few;
    }

    private Kernel current() {
      return products.get() < few ? plain : vector;
    }

    @Override
    public String describe() {
      return vector.describe();
    }

    @Override
    public OnePerRow pack(float[] image, float[] text, int rows, int dimension, Packed spent) {
      products.addAndGet((long) rows * rows * dimension);
      return current().pack(image, text, rows, dimension, spent);
    }

    @Override
    public void bin(float[] row, int count, float scale, float bias, int[] bins, int binCount) {
      current().bin(row, count, scale, bias, bins, binCount);
    }

    @Override
    public int split(float[] row, int count, float low, float high, long[] below, long[] keys) {
      return current().split(row, count, low, high, below, keys);
    }

    @Override
    public int countBelow(float[] row, int count, float threshold) {
      return current().countBelow(row, count, threshold);
    }

    @Override
    public void exceeding(
        float[] forth,
        float[] back,
        int at,
        float[] columnBounds,
        int column,
        float rowBound,
        int[] found) {
      current().exceeding(forth, back, at, columnBounds, column, rowBound, found);
    }
  }
}
