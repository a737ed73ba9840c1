package dev.falcon.mining.internal.kernel;

import dev.falcon.data.matrix.VectorApi;

/** Chooses the fastest kernel that this JVM can run. */
public final class Kernels {
  // The class of the first cannot even be linked where the incubating module is absent; it is not
  // asked for there.
  private static final Kernel BEST =
      VectorApi.isAvailable() ? new VectorKernel() : new ScalarKernel();

  private Kernels() {}

  /**
   * The Vector API kernel where its module is loaded, else the plain one. The bits are the same.
   */
  public static Kernel best() {
    return BEST;
  }
}
