package dev.falcon.mining.internal.kernel;

import dev.falcon.data.matrix.VectorApi;

/** Chooses the fastest kernel that this JVM can run. */
public final class Kernels {
  private static final Kernel BEST = choose();

  private Kernels() {}

  /**
   * The Vector API kernel where its module is loaded, else the plain one. The bits are the same.
   */
  public static Kernel best() {
    return BEST;
  }

  private static Kernel choose() {
    if (!VectorApi.isAvailable()) {
      return new ScalarKernel();
    }
    try {
      // By name: the class is compiled by itself, and cannot even be linked where the incubating
      // module is absent.
      return Class.forName("dev.falcon.mining.internal.kernel.VectorKernel")
          .asSubclass(Kernel.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the Vector API is present, but its kernel does not load", e);
    }
  }
}
