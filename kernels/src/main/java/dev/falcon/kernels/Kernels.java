// SPDX-License-Identifier: Apache-2.0
package dev.falcon.kernels;

import dev.falcon.data.FusedMultiplyAdd;
import java.util.Optional;

/** Chooses the fastest kernel that this JVM can run. */
public final class Kernels {
  private static final Kernel BEST = choose(Kernel.class, "VectorKernel", new ScalarKernel());
  private static final CrossKernel BEST_CROSS =
      choose(CrossKernel.class, "CrossVectorKernel", new CrossScalarKernel());

  private Kernels() {}

  /**
   * Returns the kernel on the Vector API if its module is loaded and the processor has fused
   * multiply-add, otherwise the kernel in plain Java. Both give the same bits.
   */
  public static Kernel best() {
    return BEST;
  }

  /** Returns the corresponding kernel for products of two sets of vectors. */
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
}
